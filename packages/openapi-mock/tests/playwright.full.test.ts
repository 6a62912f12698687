import { startBrowser } from '@keyframe/test-kit/chromium';
import { expect, test } from 'vitest';
import { routeMock } from '../src/playwright.ts';
import { createJobsMock } from './jobs-mock.ts';

test('the requests of a page in Chromium are answered by the mock', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await routeMock(page, createJobsMock(), 'https://api.example.com/v1');
    const seen: unknown = await page.evaluate(async () => {
      const pets = 'https://api.example.com/v1/pets';
      const send = (prefer: string) =>
        fetch(pets, {
          method: 'POST',
          headers: { 'content-type': 'application/json', prefer },
          body: '{"name":"Rex"}',
        });
      const created = await (await send('')).json();
      const lost = await send('lost').catch(() => 'lost');
      return { created, lost, count: Object.keys(Object(await (await fetch(pets)).json())).length };
    });
    expect(seen).toEqual({ created: { id: 1, name: 'Rex', kind: 'cat' }, lost: 'lost', count: 2 });
  } finally {
    await browser.close();
  }
});
