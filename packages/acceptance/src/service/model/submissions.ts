// Steps that submit: payable or not, once, again, at the same time, with the key of another, and refused bodies.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answered } from '../end-to-end/harness.ts';
import {
  type Claim,
  computeBalance,
  countUnsettled,
  type Ending,
  type Model,
  type ModelKey,
  pick,
} from './model.ts';
import type { Real } from './real.ts';
import { step } from './step.ts';

const PATH = '/v1/videos/generations';

/** A submission as a step draws it. */
interface Draft {
  readonly key: number;
  readonly ending: Exclude<Ending, 'invalid_material'>;
  readonly duration: number | undefined;
  readonly resolution: '480p' | '720p' | '4k' | undefined;
  readonly hasCallback: boolean;
  readonly hasReference: boolean;
  readonly idempotencyKey: string | undefined;
  /** How often it is sent, all at once. */
  readonly times: number;
}

const DIRECTIVES = {
  completed: '',
  provider_failed: '#sandbox:fail=provider_failed',
  timed_out: '#sandbox:timeout',
  refund_failed: '#sandbox:refund_failed',
  stuck: '#sandbox:delay=600s',
} as const;

/** Credits a second by resolution, for video-2-0. */
const PRICE = { '480p': 5, '720p': 10, '4k': 60 } as const;
const DEFAULTS = { duration: 5, resolution: '720p' } as const;

const draft: fc.Arbitrary<Draft> = fc.record({
  key: fc.nat(100),
  ending: fc.oneof(
    { weight: 2, arbitrary: fc.constant('completed' as const) },
    { weight: 3, arbitrary: fc.constant('provider_failed' as const) },
    fc.constantFrom('timed_out' as const, 'refund_failed' as const, 'stuck' as const),
  ),
  duration: fc.option(fc.integer({ min: 4, max: 15 }), { nil: undefined }),
  resolution: fc.oneof(
    { weight: 5, arbitrary: fc.constant('480p' as const) },
    fc.constantFrom('720p', '4k', undefined),
  ),
  hasCallback: fc.boolean(),
  hasReference: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  idempotencyKey: fc.option(fc.noBias(fc.uuid()), { nil: undefined }),
  times: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 4 })),
});

let paths = 0;

function createBody({ receiver }: Real['harness'], key: ModelKey, chosen: Draft) {
  const { ending, duration, resolution, hasCallback } = chosen;
  // A full rendering takes too long here: live tasks fail for a reference that is not there.
  const hasReference = chosen.hasReference || key.mode === 'live';
  paths += 1;
  const callbackPath = hasCallback ? `/model/${paths}` : undefined;
  const reference = { generation_type: 'image-to-video', image_urls: [`${receiver.url}/none.png`] };
  const isMissing = hasReference && (key.mode === 'live' || ending === 'completed');
  return {
    callbackPath,
    ending: isMissing ? ('invalid_material' as const) : ending,
    price: PRICE[resolution ?? DEFAULTS.resolution] * (duration ?? DEFAULTS.duration),
    body: {
      model: 'video-2-0',
      ...(callbackPath === undefined ? {} : { callback_url: receiver.url + callbackPath }),
      input: {
        prompt: `a calm sea ${DIRECTIVES[ending]}`,
        duration,
        resolution,
        ...(hasReference ? reference : {}),
      },
    },
  };
}

function send(
  { harness }: Real,
  key: ModelKey,
  { body, idempotencyKey }: { body: object; idempotencyKey?: string | undefined },
) {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return harness.send({ method: 'POST', path: PATH, key: key.key, headers, body });
}

/** Gives what a key is answered before anything looks at the request, if that is a refusal. */
function findRejection({ isRevoked, scopes }: ModelKey): { status: number; code: string } | undefined {
  if (isRevoked) return { status: 401, code: 'invalid_api_key' };
  return scopes.includes('videos:create') ? undefined : { status: 403, code: 'forbidden' };
}

function holdError(answer: Answered, expected: { status: number; code: string }): void {
  const { error } = answer.body as { error?: { code: string } };
  assert.deepEqual({ status: answer.status, code: error?.code }, expected);
}

/** Submits something that the contract allows. */
export const submit = draft.map((chosen) =>
  step(`submit ${JSON.stringify(chosen)}`, async (model, real) => {
    const key = pick(model.keys, chosen.key);
    assert(key !== undefined);
    const submission = { ...createBody(real.harness, key, chosen), idempotencyKey: chosen.idempotencyKey };
    // Without an Idempotency-Key, each repeated submission is a task of its own.
    const times = chosen.idempotencyKey === undefined ? 1 : chosen.times;
    const sentAt = Date.now();
    const answers = await Promise.all(Array.from({ length: times }, () => send(real, key, submission)));
    const refusal = findRejection(key);
    if (refusal !== undefined) {
      for (const answer of answers) holdError(answer, refusal);
      return;
    }
    for (const answer of answers) holdPayment(model, key, { answer, price: submission.price });
    takeDown(model, key, { answers, sentAt, ...submission });
  }),
);

/** Accepted if surely payable, refused if surely not; what unsettled tasks hold may have come back or not. */
function holdPayment(
  model: Model,
  key: ModelKey,
  { answer, price }: { answer: Answered; price: number },
): void {
  const { available } = computeBalance(model, key.owner, key.mode);
  const atMost = available + countUnsettled(model, key.owner, key.mode);
  if (answer.status === 202) {
    assert(price <= atMost, `accepted for ${price} credits of ${atMost} at most`);
    assert.equal((answer.body as { credits: number }).credits, price);
    return;
  }
  holdError(answer, { status: 402, code: 'insufficient_credits' });
  const { error } = answer.body as { error: { required: number; available: number } };
  assert.equal(error.required, price);
  assert(error.available < price && error.available >= available && error.available <= atMost);
}

function takeDown(
  { tasks, claims }: Model,
  { owner, mode }: ModelKey,
  submission: ReturnType<typeof createBody> & {
    readonly answers: readonly Answered[];
    readonly sentAt: number;
    readonly idempotencyKey: string | undefined;
  },
): void {
  const { answers, sentAt, price: credits, body, idempotencyKey, ending, callbackPath } = submission;
  const accepted = answers.filter(({ status }) => status === 202);
  const ids = new Set(accepted.map((answer) => (answer.body as { taskId: string }).taskId));
  assert(ids.size <= 1, `one Idempotency-Key was answered by ${[...ids]}`);
  for (const id of ids) {
    tasks.push({
      id,
      owner,
      mode,
      ending,
      credits,
      callbackPath,
      sentAt,
      isRefundRetried: false,
      // The price in the acceptance itself.
      record: {
        id,
        status: 'queued',
        billing_status: 'reserved',
        failed_reason: null,
        credits,
        model: 'video-2-0',
        created_at: Math.floor(Date.now() / 1000),
      },
    });
    if (idempotencyKey !== undefined)
      claims.push({ idempotencyKey, owner, mode, body, answer: { taskId: id, credits } });
  }
}

/** A key of the claim's owner and mode, which is what a claim belongs to. */
function findUsableKey({ keys }: Model, { owner, mode }: Claim): ModelKey | undefined {
  return keys.find((key) => key.owner === owner && key.mode === mode && findRejection(key) === undefined);
}

const hasClaims = ({ claims }: Readonly<Model>) => claims.length > 0;

/** Repeats a submission, its members in another order: the first answer again, and nothing is reserved. */
export const repeat = fc.nat(100).map((index) =>
  step(
    `repeat ${index}`,
    async (model, real) => {
      const claim = pick(model.claims, index);
      assert(claim !== undefined);
      const key = findUsableKey(model, claim);
      if (key === undefined) return;
      const { idempotencyKey } = claim;
      const body = Object.fromEntries(Object.entries(claim.body).toReversed());
      const answer = await send(real, key, { body, idempotencyKey });
      assert.deepEqual({ status: answer.status, body: answer.body }, { status: 202, body: claim.answer });
    },
    hasClaims,
  ),
);

/** Takes the Idempotency-Key of a submission for another body, which is refused. */
export const reuse = fc.nat(100).map((index) =>
  step(
    `reuse ${index}`,
    async (model, real) => {
      const claim = pick(model.claims, index);
      assert(claim !== undefined);
      const key = findUsableKey(model, claim);
      if (key === undefined) return;
      const body = { ...claim.body, model: 'video-2-0-mini' };
      const answer = await send(real, key, { body, idempotencyKey: claim.idempotencyKey });
      holdError(answer, { status: 400, code: 'invalid_request' });
    },
    hasClaims,
  ),
);

/** Submits what the contract does not allow. */
export const submitRefused = fc
  .record({
    key: fc.nat(100),
    body: fc.constantFrom<object>(
      {},
      { model: 'video-3-0', input: { prompt: 'a calm sea' } },
      { model: 'video-2-0', input: { prompt: '' } },
      { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 3 } },
      { model: 'video-2-0', input: { prompt: 'a calm sea', generation_type: 'image-to-video' } },
      { model: 'video-2-0', input: { prompt: 'a calm sea' }, callback_url: 'https://127.0.0.1/hook' },
    ),
  })
  .map(({ key: index, body }) =>
    step(`submit ${JSON.stringify(body)}, which is refused`, async (model, real) => {
      const key = pick(model.keys, index);
      assert(key !== undefined);
      const expected = findRejection(key) ?? { status: 400, code: 'invalid_request' };
      holdError(await send(real, key, { body }), expected);
    }),
  );
