// Each wish that the README lists has its effect.
import { readFileSync } from 'node:fs';
import { verifyWebhook, webhookErrors } from '@keyframe/openapi-runtime/client';
import { expect, test } from 'vitest';
import { TEST_SECRET } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

const HOOK = 'http://127.0.0.1:9/hook';
const STEP_MS = 3_000;

interface Effect {
  status: number;
  jobs: number;
  /** The state of the job after three steps of time. */
  state: unknown;
  /** The callbacks that came by then, and those that came later. */
  sent: number;
  later: number;
  areSigned: boolean;
  waitedMs: number;
}

const USUAL: Effect = {
  status: 202,
  jobs: 1,
  state: 'done',
  sent: 1,
  later: 0,
  areSigned: true,
  waitedMs: 0,
};

/** Submits a job with a wish, and describes all that follows. */
async function observe(prefer: string): Promise<Effect> {
  const received: Request[] = [];
  const waiting: { at: number; run: () => void }[] = [];
  let now = 1_795_172_400_000;
  const start = now;
  const clock = {
    now: () => now,
    after: (milliseconds: number, run: () => void) => {
      waiting.push({ at: now + milliseconds, run });
      return () => undefined;
    },
  };
  const mock = createJobsMock({
    clock,
    fetch: async (url, init) => {
      received.push(new Request(url, init));
      return new Response(null, { status: 204 });
    },
  });
  const moveTo = async (time: number) => {
    for (const due of waiting.filter(({ at }) => at <= time).toSorted((left, right) => left.at - right.at)) {
      waiting.splice(waiting.indexOf(due), 1);
      now = Math.max(now, due.at);
      due.run();
    }
    now = time;
    await mock.advance(0);
  };
  const submitting = ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer } });
  // A delayed request waits for the clock.
  await new Promise(setImmediate);
  const waitedMs = (waiting[0]?.at ?? start) - start === 250 ? 250 : 0;
  if (waitedMs > 0) await moveTo(start + waitedMs);
  const { status } = await submitting;
  for (let step = 1; step <= 3; step += 1) await moveTo(start + waitedMs + step * STEP_MS);
  const { body } = await ask(mock, 'GET /jobs');
  const sent = received.length;
  const signed = await Promise.all(received.map(isSigned));
  for (let step = 4; step <= 12; step += 1) await moveTo(start + waitedMs + step * STEP_MS);
  return {
    status,
    jobs: Number(body.total),
    state: Object([body.data].flat()[0]).status,
    sent,
    later: received.length - sent,
    areSigned: signed.every(Boolean),
    waitedMs,
  };
}

// The times of callbacks are those of the clock.
async function isSigned(request: Request): Promise<boolean> {
  const now = () => Number(request.headers.get('webhook-timestamp')) * 1_000;
  const verified = verifyWebhook(request, { secrets: [TEST_SECRET], now }, webhookErrors);
  return verified.then(
    () => true,
    () => false,
  );
}

const NOTHING = { jobs: 0, state: undefined, sent: 0 };

/** The effects of the wishes that the README lists, by the name of the wish. */
const EFFECTS: Readonly<Record<string, readonly (readonly [prefer: string, effect: Partial<Effect>])[]>> = {
  code: [['code=429', { ...NOTHING, status: 429 }]],
  'code, example': [['code=500, example=name', { ...NOTHING, status: 500 }]],
  delay: [['delay=250', { waitedMs: 250 }]],
  lost: [['lost', { status: 0 }]],
  outcome: [['outcome=failed', { state: 'failed' }]],
  callback: [
    ['callback=late', { sent: 0, later: 1 }],
    ['callback=twice', { sent: 2 }],
    ['callback=never', { sent: 0 }],
    ['callback=forged', { areSigned: false }],
  ],
  hold: [['hold=30000', { state: 'running', sent: 0, later: 1 }]],
  pace: [['pace=manual', { state: 'waiting', sent: 0, later: 0 }]],
};
const CASES = Object.values(EFFECTS).flat();

test('without a wish, a job ends with one signed callback', async () => {
  expect(await observe('')).toEqual(USUAL);
});

test.each(CASES)('Prefer: %s has the effect %j only', async (prefer, effect) => {
  expect(await observe(prefer)).toEqual({ ...USUAL, ...effect });
});

test('the README lists these wishes and no others', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const table = readme.slice(readme.indexOf('| `Prefer` | effect |'), readme.indexOf('## Worlds'));
  const rows = table.split('\n').filter((line) => line.startsWith('| `') && !line.includes('effect |'));
  const names = rows.map((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/([a-z]+)=|`([a-z]+)`/g)].map(([, set, flag]) => set ?? flag),
  );
  const values = ['twice', 'never', 'forged'];
  const listed = names.map((row) => row.filter((name) => !values.includes(name ?? '')).join(', '));
  expect(listed).toEqual(Object.keys(EFFECTS));
});
