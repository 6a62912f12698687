import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';

test.each([
  ['outcome=expired', [200, 200, 410]],
  ['outcome=failure', [200, 200, 200]],
])('work that is started with %s and documents 410 answers %j', async (prefer, expected) => {
  const model = await loadDocument(new URL('expiring-jobs.yaml', import.meta.url).pathname);
  const mock = createMock(model, { pace: 'manual' });
  const request = new Request('http://mock.example/reports', { method: 'POST', headers: { prefer } });
  const { id } = Object(await (await mock.fetch(request)).json());
  const statuses: number[] = [];
  for (const _ of expected) {
    statuses.push((await mock.fetch(new Request(`http://mock.example/reports/${id}`))).status);
    await mock.advance();
  }
  expect(statuses).toEqual(expected);
  mock.close();
});
