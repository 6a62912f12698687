import { type Operation, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { expect, test } from 'vitest';
import { createDocument } from '../../../tests/serve.ts';
import type { ConformanceOptions } from '../conformance.ts';
import type { Transport } from '../wire/transport.ts';
import type { Credentials } from './credentials.ts';
import { Findings } from './findings.ts';
import { Session } from './session.ts';

const DOCUMENT = createDocument({ '/a': { get: { responses: { 200: { description: 'It.' } } } } });
const LIMITED = { status: 429, seconds: '2' };

test.each([
  { responses: [LIMITED, { status: 200 }], checked: [429, 200], pausesMs: [2_000] },
  { responses: [LIMITED, LIMITED, { status: 200 }], checked: [429, 429, 200], pausesMs: [2_000, 2_000] },
  { responses: [{ status: 429, seconds: '60' }], checked: [429], pausesMs: [] },
  { responses: [{ status: 429 }], checked: [429], pausesMs: [] },
  { responses: Array(5).fill(LIMITED), checked: Array(5).fill(429), pausesMs: Array(4).fill(2_000) },
])('checks each of the responses $responses once, also before a retry', async (one) => {
  const { responses, checked, pausesMs } = one;
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
  };
  const queue = responses.map(({ status, seconds }) => ({
    status,
    headers: seconds === undefined ? [] : [['Retry-After', seconds]],
    body: Buffer.from(''),
  }));
  const validators = new ExactValidators(readModel(DOCUMENT, 'document.json'));
  const statuses: number[] = [];
  const check = {
    run: ({ response }: { response: { status: number } }) => {
      statuses.push(response.status);
      return [];
    },
  };
  const credentials = { own: {}, keyLocations: new Map() } as unknown as Credentials;
  const session = new Session({
    model: validators.model,
    validators,
    transport: { sent: 0, isStopped: false, send: async () => queue.shift() } as unknown as Transport,
    credentials,
    findings: new Findings({ origin: 'http://127.0.0.1', credentials, seed: 1 }),
    options: {
      server: new URL('http://127.0.0.1'),
      clock: { now: () => 0, sleep },
      maxTimeMs: 60_000,
    } as unknown as ConformanceOptions,
    checks: { response: [check as never], failure: [] },
  });
  const [operation] = validators.model.operations as [Operation];
  const exchange = await session.send({ operation, parameters: new Map(), body: undefined });
  expect(exchange?.response.status).toBe(checked.at(-1));
  expect({ statuses, pauses }).toEqual({ statuses: checked, pauses: pausesMs });
});
