import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { hostSite, openPage, unfoldEverything, violations } from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

const SUBMISSION = 'api/operations/create-video-generation/';
const GET_TASK = 'api/operations/get-task/';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
let complaints: string[];
let received: ReceivedRequest[] = [];

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  received.push({ method, url, authorization: headers.authorization, body: await text(request) });
  response
    .writeHead(202, { 'content-type': 'application/json', location: '/v1/tasks/task_1' })
    .end('{"taskId":"task_1","credits":50}');
}

beforeAll(async () => {
  listening = await hostSite(readSite('https://api.example.com'), '/docs/', (request, response) => {
    void respond(request, response);
  });
  browser = await startBrowser();
});

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  received = [];
  ({ page, complaints } = await openPage(browser, listening?.url ?? ''));
  await page.setViewportSize({ width: 1_440, height: 900 });
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

/** Opens the panel and chooses the server. */
async function chooseServer(): Promise<void> {
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Send to').selectOption({ index: 1 });
}
const closePanel = () => page.getByRole('button', { name: 'Done' }).click();
const send = () => page.getByRole('button', { name: 'Send request' }).click();
const output = () => page.locator('send-request output');

test('samples are next to the fields and stay in view; on a phone they follow the introduction', async () => {
  await page.goto(`${listening?.url}/docs/${SUBMISSION}`);
  const readBox = async (name: string) => {
    const box = await page.locator(`.operation-${name}`).boundingBox();
    if (box === null) throw new Error(`The page has no ${name}.`);
    return box;
  };
  const [intro, samples] = [await readBox('intro'), await readBox('samples')];
  expect(samples.x).toBeGreaterThan(intro.x + intro.width);
  await page.evaluate('scrollTo(0, 1500)');
  expect((await readBox('samples')).y).toBeGreaterThan(0);
  // Before the redesign the page was 21,056 pixels high.
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(6_000);
  await page.setViewportSize({ width: 375, height: 900 });
  const [phoneIntro, phoneSamples, details] = [
    await readBox('intro'),
    await readBox('samples'),
    await readBox('details'),
  ];
  expect(phoneSamples.y).toBeGreaterThan(phoneIntro.y);
  expect(details.y).toBeGreaterThan(phoneSamples.y);
});

test('a link to a field unfolds it and marks it', async () => {
  await page.goto(`${listening?.url}/docs/${SUBMISSION}#response-402-error-required`);
  const field = page.locator('#response-402-error-required');
  await field.waitFor();
  expect(await field.evaluate((element) => element.matches(':target'))).toBe(true);
  expect(await page.locator('#response-403').evaluate((element) => element.hasAttribute('open'))).toBe(false);
});

test('a request is answered by the mock in the page, and the server receives nothing', async () => {
  await page.goto(`${listening?.url}/docs/${SUBMISSION}`);
  await page.getByText('Sends to the mock.').waitFor();
  await send();
  await output().getByText('202 Accepted').waitFor();
  expect(received).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a request is sent with a test key, and its response is shown', async () => {
  await page.goto(`${listening?.url}/docs/${SUBMISSION}`);
  await chooseServer();
  await page.getByLabel('Test key', { exact: true }).fill('sk_test_abc');
  await page.getByLabel('Keep this in the tab').check();
  await closePanel();
  await page.getByLabel('Example', { exact: true }).selectOption({ label: 'Image to video, first frame' });
  await send();
  await output().getByText('"taskId": "task_1"').waitFor();
  const text = await output().textContent();
  expect(text).toMatch(/^202 Accepted \(\d+ ms\)\n/);
  expect(text).toContain('\nlocation: /v1/tasks/task_1\n');
  const [request] = received;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/v1/videos/generations',
    authorization: 'Bearer sk_test_abc',
  });
  expect(JSON.parse(request?.body ?? '').input.generation_type).toBe('image-to-video');
  // The next operation has the server and the key, too.
  await page.goto(`${listening?.url}/docs/${GET_TASK}`);
  await page.getByText('with the key for').waitFor();
  await page.getByLabel('id', { exact: true }).fill('task_1');
  await send();
  await output().getByText('"credits": 50').waitFor();
  expect(received[1]).toMatchObject({ url: '/v1/tasks/task_1', authorization: 'Bearer sk_test_abc' });
  expect(complaints).toEqual([]);
});

test.each([SUBMISSION, 'reference/#operations/create-video-generation'])(
  'a live key is neither sent nor stored by %s',
  async (path) => {
    await page.goto(`${listening?.url}/docs/${path}`);
    await chooseServer();
    const key = page.getByLabel('Test key', { exact: true });
    await key.fill('sk_live_abc');
    await page.getByLabel('Keep this in the tab').check();
    // The panel says so at once, and again if it is left otherwise.
    await closePanel();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Server and keys' }).waitFor({ state: 'hidden' });
    await send();
    await page.getByRole('dialog', { name: 'Server and keys' }).waitFor();
    const message = await key.evaluate(
      (element) => (element as { validationMessage?: string }).validationMessage,
    );
    expect(message).toContain('sk_test_');
    const stored = await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(stored).not.toContain('sk_live_abc');
    expect(received).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test('with every part unfolded, axe finds no violation', async () => {
  await page.goto(`${listening?.url}/docs/${SUBMISSION}`);
  await unfoldEverything(page);
  expect(await violations(page)).toEqual([]);
});
