// Request bodies of attackers, and a server of its own that receives them.
import { checkResponse } from '@keyframe/contract/hono';
import { afterAll, beforeAll, expect } from 'vitest';
import { givenOwner, useDatabase } from './database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { parsePrometheus, sumSamples } from './prometheus.ts';

const input = (text: string) => `{"model":"video-2-0","input":{"prompt":"a"${text}}}`;
/** `"` of a prompt, bytes that are no UTF-8, and the rest. */
const bytes = (...values: number[]) =>
  Buffer.concat([
    Buffer.from('{"model":"video-2-0","input":{"prompt":"'),
    Buffer.from(values),
    Buffer.from('"}}'),
  ]);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

export const HOSTILE_BODIES: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, string])[] = [
  ['a duplicate key', input(',"prompt":"b"'), 'input.prompt: duplicate key'],
  ['a duplicate key, once escaped', input(String.raw`,"\u0070rompt":"b"`), 'input.prompt: duplicate key'],
  [
    'several duplicate keys',
    `{"model":"video-2-0","model":"x",${input(',"seed":1,"seed":2').slice(21)}`,
    'model: duplicate key; input.seed: duplicate key',
  ],
  [
    'a list of 1001 items',
    input(`,"image_urls":[${Array(1001).fill('""')}]`),
    'input.image_urls: must not contain more than 1000',
  ],
  [
    '80,000 items',
    input(`,"video_urls":[${Array(80_000).fill('""')}]`),
    'input.video_urls: must not contain more than 1000',
  ],
  [
    '20,000 names',
    input(Array.from({ length: 20_000 }, (_, index) => `,"${index}":1`).join('')),
    'input: must not contain more than 1000',
  ],
  ['100,000 levels', input(`,"x":${nested(100_000)}`), 'nested deeper than 64 levels'],
  ['100,000 open objects', '{"a":'.repeat(50_000), 'nested deeper than 64 levels'],
  [
    'a NUL',
    input('').replace('"a"', String.raw`"a\u0000"`),
    'input.prompt: must not contain a NUL character',
  ],
  ['half a surrogate pair', input('').replace('"a"', String.raw`"\ud83d"`), 'unpaired surrogate'],
  ['a raw NUL', bytes(0), 'must be valid JSON'],
  ['an overlong form', bytes(0xc0, 0xaf), 'must be valid UTF-8'],
  ['a sequence cut short', bytes(0xe2, 0x82), 'must be valid UTF-8'],
  ['an encoded surrogate', bytes(0xed, 0xa0, 0x80), 'must be valid UTF-8'],
  ['a byte that never occurs in UTF-8', bytes(0xff), 'must be valid UTF-8'],
  ['UTF-16', Buffer.from(input(''), 'utf16le'), 'must be valid JSON'],
  ['two values', `${input('')}${input('')}`, 'must be valid JSON'],
  ['a number beyond all numbers', input(',"seed":1e999'), 'input.seed: must be'],
  ['a number of 200,000 digits', input(`,"seed":${'9'.repeat(200_000)}`), 'input.seed: must be'],
  [
    'an object with a prototype',
    input(',"__proto__":{"duration":4},"duration":3'),
    'input.duration: must be between 4 and 15 (got 3)',
  ],
  ['262,145 bytes', input(`,"x":"${'x'.repeat(262_100)}"`), 'larger than 262144 bytes'],
];

/** Starts a server for the calling test file, and sends bodies to it. */
export function useBodyServer() {
  const connection = useDatabase();
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    server = await startProcess({ ROLE: 'api', DATABASE_URL: connection.url, RATE_CREATE: '100000' });
    key = (await givenOwner(connection, { mode: 'test' })).key;
  });
  afterAll(() => server.stop());
  return {
    async send(body: string | Uint8Array<ArrayBuffer>) {
      const response = await fetch(`${server.url}/v1/videos/generations`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      const answer = (await response.json()) as { error?: { code: string; message: string } };
      const headers = Object.fromEntries(response.headers);
      const { status } = response;
      expect(checkResponse('createVideoGeneration', { status, headers, body: answer })).toEqual([]);
      return { status, error: answer.error };
    },
    async residentMegabytes() {
      const samples = parsePrometheus(await (await fetch(`${server.url}/metrics`)).text());
      return sumSamples(samples, 'process_resident_memory_bytes') / 2 ** 20;
    },
  };
}

/** Limit of the growth of the process, however much is sent. */
const MARGIN_MEGABYTES = 64;
const LANES = 8;

/** Sends hostile bodies of a total size, and expects the process to keep its memory. */
export async function expectSteadyMemory(
  { send, residentMegabytes }: ReturnType<typeof useBodyServer>,
  totalMegabytes: number,
): Promise<void> {
  // One that is too large is refused while it is sent, which is no load.
  const large = HOSTILE_BODIES.map(([, body]) => body).filter(
    ({ length }) => length > 50_000 && length <= 262_144,
  );
  let next = 0;
  const storm = async (megabytes: number) => {
    let sent = 0;
    const lanes = Array.from({ length: LANES }, async () => {
      while (sent < megabytes * 2 ** 20) {
        next += 1;
        const body = large[next % large.length] ?? '';
        sent += body.length;
        expect((await send(body)).status).toBe(400);
      }
    });
    await Promise.all(lanes);
  };
  await storm(totalMegabytes / 4);
  const before = await residentMegabytes();
  await storm(totalMegabytes);
  expect((await residentMegabytes()) - before).toBeLessThan(MARGIN_MEGABYTES);
}
