import { expect, test } from 'vitest';
import type { WireRequest } from '../wire/wire.ts';
import { FailureWatch } from './failure-watch.ts';

const request = (method: string, target: string): WireRequest => ({ method, target, headers: [] });

interface Outcome {
  /** The targets of the suspects; undefined if the server still works. */
  suspects: string[] | undefined;
  consequences: number;
}

/** Reports responses in order; the reads that are repeated get a status of their own. */
async function watch(responses: readonly string[], repeated: number): Promise<Outcome> {
  const watched = new FailureWatch({
    nameOperation: ({ target }) => target.replace(/\d+$/, ''),
    reads: [request('GET', '/')],
    send: async () => ({ status: repeated, headers: [], body: Buffer.alloc(0) }),
  });
  let suspects: string[] | undefined;
  for (const line of responses) {
    const [method = '', target = '', status] = line.split(' ');
    await watched.check(request(method, target), { status: Number(status) }).catch((error: unknown) => {
      suspects = Object(error).suspects.map((one: WireRequest) => `${one.method} ${one.target}`);
    });
  }
  return { suspects, consequences: watched.consequences.size };
}

const WORKING = ['GET /a 200', 'POST /a 201', 'PATCH /a1 400'];
const BROKEN = ['GET /b1 500', 'POST /a 500', 'GET /a 500', 'GET /a 502', 'GET /a 500', 'GET /b2 503'];
const WORKS: Outcome = { suspects: undefined, consequences: 0 };

test.each<[what: string, responses: string[], repeated: number, outcome: Outcome]>([
  [
    'all operations fail',
    [...WORKING, ...BROKEN],
    500,
    { suspects: ['POST /a', 'PATCH /a1', 'GET /b1'], consequences: 5 },
  ],
  ['a read succeeds again', [...WORKING, ...BROKEN], 200, WORKS],
  ['a response between does not fail', [...WORKING, ...BROKEN.slice(0, 5), 'GET /b3 404'], 500, WORKS],
  ['a single operation fails', [...WORKING, ...Array.from({ length: 9 }, () => 'GET /a 500')], 500, WORKS],
  ['no read ever succeeded', [...WORKING.slice(1), ...BROKEN], 200, WORKS],
  ['nothing ever succeeded', BROKEN, 500, { suspects: ['GET /b1'], consequences: 5 }],
])('%s', async (...row) => {
  const [, responses, repeated, outcome] = row;
  expect(await watch(responses, repeated)).toEqual(outcome);
});
