import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../src/api/server.ts';
import { apiSettings } from '../support/api.ts';
import { type Desk, openDesk } from '../support/desk.ts';

let desk: Desk;
let app: ReturnType<typeof createApi>;
const publicUrl = 'https://market.example';

beforeAll(async () => {
  desk = await openDesk({ anchors: 1 });
  app = createApi(desk.ctx, apiSettings({ publicUrl }));
  await app.ready();
}, 60_000);
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

test('/llms.txt names operations and pages that are there', async () => {
  const { payload, headers } = await app.inject('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const links = [...payload.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    const answer = await app.inject(link.replace(publicUrl, ''));
    expect({ link, status: answer.statusCode }).toEqual({ link, status: 200 });
  }
  expect(payload).toContain(`GET ${publicUrl}/events`);
  expect(payload).toContain(`GET ${publicUrl}/trades/{id}`);
  const { paths } = (await app.inject('/openapi.json')).json() as { paths: Record<string, object> };
  for (const [, path] of payload.matchAll(/POST (\/[\w/]+)/g)) expect(paths).toHaveProperty([path!]);
});
