import { ANSWERS } from '@ordbook/api/answers';
import { answersModule } from '@ordbook/api/answers-module';
import { expect, test } from 'vitest';

test('the published module has the same schemas, and loads nothing', async () => {
  const text = answersModule();
  expect(text).not.toMatch(/^import|require\(/m);
  const published = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { ANSWERS: object };
  expect(published.ANSWERS).toEqual(ANSWERS);
});
