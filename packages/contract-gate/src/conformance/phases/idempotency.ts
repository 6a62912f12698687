// Repeats requests with their Idempotency-Key: with the same body, with another body, concurrently, and as another owner.

import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { findIdempotencyKey } from '@keyframe/openapi-resources';
import { createRandom } from '@keyframe/openapi-schema/values';
import { isSame } from '../behavior/compare.ts';
import type { RunContext } from '../behavior/context.ts';
import { varyDraft } from '../behavior/other-values.ts';
import { runSequenceChecks } from '../behavior/state-check.ts';
import { idempotencyIgnored } from '../checks/idempotency-ignored.ts';
import { idempotencyKeyReused } from '../checks/idempotency-key-reused.ts';
import { idempotencyRetryRejected } from '../checks/idempotency-retry-rejected.ts';
import { otherOwnerCanRead } from '../checks/other-owner-can-read.ts';
import { type Draft, parameterKey, sentObject, withParameters } from '../requests/draft.ts';
import { freshen, withFreshKey } from '../requests/freshen.ts';
import { promisesOriginalResult, promisesRejection } from '../requests/idempotency-policy.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';
import { type Phase, runConcurrently } from './phase.ts';

interface KeyedOperation {
  context: RunContext;
  operation: Operation;
  key: Parameter;
}

/** Checks every operation that documents an Idempotency-Key. */
export const runIdempotency: Phase = async (context) => {
  const { operations, session } = context;
  const keyed: KeyedOperation[] = [];
  for (const operation of operations) {
    const key = findIdempotencyKey(operation, session.conventions);
    if (key) keyed.push({ context, operation, key });
  }
  await runConcurrently(session, keyed, async (one) => {
    const first = await sendKeyed(one);
    if (!first) return;
    await checkRepetition(one, first);
    await checkOtherBody(one, first);
    await checkOtherOwner(one, first);
    await checkConcurrency(one);
  });
};

/** Sends a working request with a new key. */
async function sendKeyed(keyed: KeyedOperation): Promise<Exchange | undefined> {
  const draft = await createKeyedDraft(keyed);
  const exchange = draft && (await keyed.context.pool.deliver(draft));
  return exchange && isSuccess(exchange) ? exchange : undefined;
}

async function createKeyedDraft({ context, operation, key }: KeyedOperation): Promise<Draft | undefined> {
  const { plans, pool, session } = context;
  const value = plans.buildParameterValue(key);
  const [template] = plans.working(operation);
  if (!template || typeof value !== 'string') return undefined;
  const random = createRandom(session.options.seed + session.transport.sent);
  const fresh = freshen(template, session, { random });
  return pool.renew(withParameters(fresh, [[parameterKey(key), value]]));
}

async function checkRepetition({ context, operation, key }: KeyedOperation, first: Exchange): Promise<void> {
  const { session } = context;
  const second = await session.sendRequest(first.draft, first.request, [first.request]);
  if (!second) return;
  const evidence = { ...second, before: [first.request] };
  const { pointer } = key;
  const source = promisesOriginalResult(operation, key, session.model.document);
  if (isSuccess(second)) {
    const results = { firstResult: findResult(context, first), secondResult: findResult(context, second) };
    const observed = { pointer, ...results, source, isConcurrent: false };
    await session.runChecks([idempotencyIgnored], observed, evidence);
    return;
  }
  const firstStatus = first.response.status;
  const isRejectedAnew = source !== undefined && (await isRejectedWithNewKey(session, second));
  const observed = { pointer, firstStatus, response: second.response, source, isRejectedAnew };
  await session.runChecks([idempotencyRetryRejected], observed, evidence);
}

// The created resource may conflict with a second one: then the key of a repeated request had no effect.
async function isRejectedWithNewKey(session: Session, { draft, response }: Exchange): Promise<boolean> {
  const exchange = await session.send(draft);
  return exchange?.response.status === response.status;
}

async function checkConcurrency(keyed: KeyedOperation): Promise<void> {
  const { context, operation, key } = keyed;
  const { session } = context;
  const template = await createKeyedDraft(keyed);
  if (!template) return;
  const draft = withFreshKey(template, session, session.unrepeatable());
  const request = session.write(draft);
  const [first, second] = await Promise.all([
    session.sendRequest(draft, request),
    session.sendRequest(draft, request),
  ]);
  if (!first || !second || !isSuccess(first) || !isSuccess(second)) return;
  const results = { firstResult: findResult(context, first), secondResult: findResult(context, second) };
  const source = promisesOriginalResult(operation, key, session.model.document);
  const observed = { pointer: key.pointer, ...results, source, isConcurrent: true };
  await session.runChecks([idempotencyIgnored], observed, { ...second, before: [first.request] });
}

/** Identifies what a request created: by its id or its Location. */
function findResult({ pool, session }: RunContext, exchange: Exchange): string | undefined {
  const created = pool.noteCreated(exchange);
  if (created) return [...created.segments.values()].join(', ');
  const { conventions } = session;
  const value = session.findResource(exchange);
  const name = Object.keys(value ?? {}).find(
    (one) => conventions.matches('id', one) && !conventions.matches('traceId', one),
  );
  const id: JsonValue | undefined = name === undefined ? undefined : value?.[name];
  return id === undefined ? findHeader(exchange.response, 'location') : String(id);
}

const MOST_CHANGED = 6;

// A server may reject a changed body for another reason: only an accepted one shows that the key does not count.
async function checkOtherBody({ context, operation, key }: KeyedOperation, first: Exchange): Promise<void> {
  const { session } = context;
  const source = promisesRejection(operation, key, session.model.document);
  if (!source) return;
  for (const draft of listChangedDrafts(context, first.draft).slice(0, MOST_CHANGED)) {
    const other = await session.sendRequest(draft, session.write(draft), [first.request]);
    if (!other) return;
    const observed = { pointer: key.pointer, response: other.response, source };
    await session.runChecks([idempotencyKeyReused], observed, { ...other, before: [first.request] });
    if (isSuccess(other)) return;
  }
}

// An omitted property may equal its default, so a property that both drafts contain must differ.
function listChangedDrafts({ plans, session }: RunContext, first: Draft): Draft[] {
  const sent = sentObject(first);
  if (!sent) return [];
  const random = createRandom(session.options.seed + session.transport.sent);
  const others = [
    freshen(first, session, { random }),
    ...varyDraft(session, first, (name) => Object.hasOwn(sent, name)),
    ...plans.working(first.operation),
  ];
  const changed: Draft[] = [];
  for (const draft of others) {
    const value = sentObject(draft) ?? {};
    const differs = (name: string) => Object.hasOwn(value, name) && !isSame(value[name], sent[name]);
    if (draft.body && Object.keys(sent).some(differs)) changed.push({ ...first, body: draft.body });
  }
  return changed;
}

// Each owner has keys of its own.
async function checkOtherOwner({ context, operation, key }: KeyedOperation, first: Exchange): Promise<void> {
  const { session } = context;
  const headers = session.credentials.other;
  if (headers === undefined) return;
  const request = session.write(first.draft, headers);
  const exchange = await session.sendRequest(first.draft, request, [first.request]);
  if (!exchange || !isSuccess(exchange)) return;
  const results = { ownResult: findResult(context, first), foreignResult: findResult(context, exchange) };
  const observed = { operation, pointer: key.pointer, exchange, ...results };
  const requestsBefore = () => [first.request];
  await runSequenceChecks([otherOwnerCanRead], observed, { session, requestsBefore });
}
