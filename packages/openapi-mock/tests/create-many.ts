// Script: creates 1,000,000 resources in many worlds, half of them with an idempotency key of their own.

import { loadDocument } from '@keyframe/openapi-model';
import { createMock } from '../src/index.ts';
import { JOBS_DOCUMENT } from './jobs-mock.ts';

const CREATIONS = 1_000_000;
const WORLDS = 500;
const BODY = new TextEncoder().encode('{"title":"Draw a lighthouse above a stormy sea at dusk"}');

const mock = createMock(await loadDocument(JOBS_DOCUMENT), { pace: 'fast' });
for (let index = 0; index < CREATIONS; index += 1) {
  const { status } = await mock.handle({
    method: 'POST',
    url: new URL('http://mock.example/jobs'),
    headers: {
      authorization: 'Bearer any',
      'content-type': 'application/json',
      'mock-world': `world-${index % 7 === 0 ? 0 : index % WORLDS}`,
      ...(index % 2 === 0 && { 'idempotency-key': `key-${index}` }),
    },
    readBytes: async () => BODY,
  });
  if (status !== 202) throw new Error(`Creation ${index + 1} was answered with ${status}.`);
}
console.log(
  JSON.stringify({
    heapMb: process.memoryUsage().heapUsed / 1e6,
    rssMb: process.resourceUsage().maxRSS / 1e3,
  }),
);
