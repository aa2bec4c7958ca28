import { describe, expect, test } from 'vitest';
import { openParts } from '../../src/base/open-parts.ts';

describe('parts that are opened one after another', () => {
  const closed: string[] = [];
  const part = (name: string) => [name, async () => closed.push(name)] as const;

  test('are closed in the opposite order, once', async () => {
    closed.length = 0;
    const whole = await openParts(async (opened) => {
      opened.add(...part('database'));
      opened.add(...part('server'));
      return opened;
    });
    expect(closed).toEqual([]);
    await whole.close();
    await whole.close();
    expect(closed).toEqual(['server', 'database']);
  });

  test('are closed when a later one cannot be opened, whose error is thrown', async () => {
    closed.length = 0;
    const failing = openParts(async (opened) => {
      opened.add(...part('database'));
      opened.add(...part('server'));
      throw new Error('the port is taken');
    });
    await expect(failing).rejects.toThrow('the port is taken');
    expect(closed).toEqual(['server', 'database']);
  });

  test('are all closed though one of them cannot be', async () => {
    closed.length = 0;
    const whole = await openParts(async (opened) => {
      opened.add(...part('database'));
      opened.add('server', async () => {
        throw new Error('stuck');
      });
      return opened;
    });
    await expect(whole.close()).rejects.toThrow('stuck');
    expect(closed).toEqual(['database']);
  });
});
