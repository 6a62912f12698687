// The page of a mock that is served, in Chromium: its forms send to the server, whose state everybody shares.
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { fillServerUrl, loadDocument } from '@keyframe/openapi-model';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { openPage } from '@keyframe/test-kit/site-visit';
import { expect, onTestFinished, test } from 'vitest';
import { writeReferenceFile } from '../src/index.ts';
import { CONTRACT } from './open-reference.ts';

test('a served mock shows what others created, and its controls hold for all requests', async () => {
  const model = await loadDocument(CONTRACT);
  const mock = createMock(model, {
    pace: 'manual',
    page: (address) => writeReferenceFile(model, address),
  });
  await using served = await serveMock(mock);
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const { page, complaints } = await openPage(browser, served.url);
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const submit = () =>
    fetch(`${served.url}/v1/videos/generations`, {
      method: 'POST',
      headers,
      body: '{"model":"video-2-0","input":{"prompt":"A lighthouse"}}',
    });
  const { taskId } = (await (await submit()).json()) as { taskId: string };

  await page.goto(`${served.url}/#operations/get-task`);
  const servers = await page.getByLabel('Send to').locator('option').allTextContents();
  expect(servers).toEqual(['the mock', served.url, ...model.servers.map(fillServerUrl)]);
  const output = page.locator('send-request output');
  await page.getByRole('button', { name: 'Send request' }).click();
  await output.getByText('200 OK').waitFor();
  await page.locator('.send-resources').getByText(taskId).waitFor({ state: 'attached' });

  await page.getByRole('button', { name: 'Advance states' }).click();
  await page.locator('.send-resources').getByText('"status": "generating"').waitFor({ state: 'attached' });

  await page.locator('#menu a[data-slug="operations/create-video-generation"]').click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await output.getByText('202').waitFor();
  await page.getByLabel('Response of the mock').selectOption('429');
  await page.getByRole('button', { name: 'Answer all requests so' }).click();
  await expect.poll(async () => (await submit()).status).toBe(429);
  await page.getByLabel('Response of the mock').selectOption('');
  await page.getByRole('button', { name: 'Answer all requests so' }).click();
  await expect.poll(async () => (await submit()).status).toBe(202);

  await page.getByRole('button', { name: 'Remove resources' }).click();
  await expect
    .poll(async () => (await fetch(`${served.url}/v1/tasks/${taskId}`, { headers })).status)
    .toBe(404);
  expect(complaints).toEqual([]);
});
