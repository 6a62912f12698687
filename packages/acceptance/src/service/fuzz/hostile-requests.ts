// Draws requests of every kind of hostility; a seed repeats them.
import fc from 'fast-check';
import { CREATE, type Frame, type HostileRequest, isSelfFramed, type Scope, writeFrame } from './frame.ts';
import { brokenBodies, hostileTexts, mutatedBodies } from './hostile-bodies.ts';
import { hostileHeaders, hostileTargets, METHODS } from './hostile-heads.ts';

/** Keys and tasks that the service knows. */
export interface KnownResources {
  /** With every scope and credits, without, revoked, and made up. */
  readonly keys: { readonly full: readonly string[]; readonly others: readonly string[] };
  readonly tasks: readonly string[];
}

type Head = readonly (readonly [name: string, value: string])[];

/** How many of each kind, compared with the others. */
function weighted(
  kinds: Readonly<Record<string, { weight: number; draw: fc.Arbitrary<Omit<HostileRequest, 'kind'>> }>>,
) {
  return fc.oneof(
    ...Object.entries(kinds).map(([kind, { weight, draw }]) => ({
      weight,
      arbitrary: draw.map((request): HostileRequest => ({ ...request, kind })),
    })),
  );
}

function whole(frame: Frame, scope: Scope): Omit<HostileRequest, 'kind'> {
  // Its own framing may announce more than there is.
  const ending = isSelfFramed(frame) ? 'hesitant' : 'open';
  return { bytes: writeFrame(frame), ending, method: frame.method, scope };
}

/** Draws requests; `seed` fills the store of mutated bodies. */
export function hostileRequests({ keys, tasks }: KnownResources, seed: number): fc.Arbitrary<HostileRequest> {
  const key = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...keys.full) },
    fc.constantFrom(...keys.others),
  );
  const known: fc.Arbitrary<Head> = key.map((text) => [['Authorization', `Bearer ${text}`]]);
  const idempotency: fc.Arbitrary<Head> = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    // Few, so that they meet earlier ones.
    fc.nat(50).map((number): Head => [['Idempotency-Key', `hostile-${number}`]]),
  );
  const post = (body: fc.Arbitrary<Buffer>) =>
    fc.tuple(known, idempotency, body).map(([authorization, claim, bytes]) => ({
      method: 'POST',
      target: CREATE,
      body: bytes,
      headers: [...authorization, ...claim, ['Content-Type', 'application/json'] as const],
    }));
  const task = fc.oneof(
    fc.constantFrom(...tasks),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => `id${encodeURIComponent(text)}`),
  );
  const get = fc
    .tuple(known, task)
    .map(([headers, id]) => ({ method: 'GET', target: `/v1/tasks/${id}`, headers }));
  const mutated = post(mutatedBodies(seed, MUTANTS).map((text) => Buffer.from(text)));
  const plain = fc.oneof(mutated, get);
  return weighted({
    'mutated body': { weight: 8, draw: mutated.map((frame) => whole(frame, 'createVideoGeneration')) },
    'broken body': {
      weight: 3,
      draw: post(brokenBodies).map((frame) => whole(frame, 'createVideoGeneration')),
    },
    'hostile text': {
      weight: 2,
      draw: post(hostileTexts.map((text) => Buffer.from(text))).map((frame) =>
        whole(frame, 'createVideoGeneration'),
      ),
    },
    'task id': { weight: 3, draw: get.map((frame) => whole(frame, 'getTask')) },
    'odd task id': {
      weight: 2,
      draw: fc
        .tuple(get, hostileIds)
        .map(([frame, id]) => whole({ ...frame, target: `/v1/tasks/${id}` }, 'either')),
    },
    headers: {
      weight: 4,
      draw: fc
        .tuple(plain, hostileHeaders)
        .map(([frame, extra]) => whole({ ...frame, headers: [...frame.headers, ...extra] }, 'either')),
    },
    'only its headers': {
      weight: 2,
      draw: fc.tuple(plain, hostileHeaders).map(([frame, headers]) => whole({ ...frame, headers }, 'either')),
    },
    method: {
      weight: 2,
      draw: fc.tuple(plain, METHODS).map(([frame, method]) => whole({ ...frame, method }, 'either')),
    },
    target: {
      weight: 3,
      draw: fc.tuple(plain, hostileTargets).map(([frame, target]) => whole({ ...frame, target }, 'anything')),
    },
    'broken bytes': {
      weight: 3,
      draw: fc.tuple(plain, breaks).map(([frame, change]) => cutOff(change(writeFrame(frame)))),
    },
    noise: { weight: 1, draw: noise.map(cutOff) },
  });
}

/** Enough that few repeat in a full run. */
const MUTANTS = 20_000;

function cutOff(bytes: Buffer): Omit<HostileRequest, 'kind'> {
  return {
    bytes,
    ending: 'cut off',
    method: /^HEAD /.test(bytes.toString('latin1')) ? 'HEAD' : 'GET',
    scope: 'anything',
  };
}

/** Segments of a path that a router, a decoder or a query may trip over; none holds a slash, `?` or `#`. */
const hostileIds = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%ff',
    '%2e%2e',
    '%2F',
    '%252F',
    'task_',
    '..',
    '.',
    '%20',
    "'",
    'a;b',
    ':id',
    '{id}',
    '*',
  ),
  fc.constantFrom(
    'task_'.padEnd(31, '0'),
    'task_'.padEnd(31, 'z'),
    'TASK_01JD3ZQ8M6V5T2X9C4B7N1K0PH',
    'x'.repeat(6000),
  ),
  fc
    .uint8Array({ minLength: 1, maxLength: 8 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
);

/** Changes of a few bytes, the last of which may be missing. */
const breaks: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .record({
    changes: fc.array(
      fc.tuple(fc.noBias(fc.nat(2000)), fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 13, 32, 58)), fc.nat(2)),
      { minLength: 1, maxLength: 4 },
    ),
    keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ changes, keep }) => (bytes) => {
    const broken = changes.reduce((before, [at, byte, removed]) => {
      const index = at % before.length;
      return Buffer.concat([before.subarray(0, index), Buffer.of(byte), before.subarray(index + removed)]);
    }, bytes);
    return broken.subarray(0, Math.ceil(broken.length * keep));
  });

const noise = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 200 }).map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      ...[
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'GET /\r\n',
        'GET / HTTP/0.9\r\n\r\n',
        'GET / HTTP/3.0\r\nHost: a\r\n\r\n',
        '\r\n\r\n\r\n',
      ],
      ...[
        '\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03',
        'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
        '*1\r\n$4\r\nPING\r\n',
      ],
    )
    .map((text) => Buffer.from(text, 'latin1')),
);
