// Sends the examples of the document and the valid requests that later phases are derived from.
import type { Method, Operation } from '@keyframe/openapi-model';
import type { RunContext } from '../behavior/context.ts';
import { findExtremes } from '../behavior/resource-client.ts';
import { exampleInvalid } from '../checks/example-invalid.ts';
import { exampleRejected } from '../checks/example-rejected.ts';
import { operationUnreached } from '../checks/operation-unreached.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { BaseDraft } from '../requests/base-drafts.ts';
import { documentedExamples } from '../requests/documented-examples.ts';
import { sentObject, withBodyValue } from '../requests/draft.ts';
import { FRESHEST } from '../requests/freshen.ts';
import { shiftTimes } from '../requests/shift-times.ts';
import { hasUnknownReference } from '../resources/unknown-references.ts';
import { measureRequest } from '../session/findings.ts';
import { isRejection } from '../session/observed-case.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import { STATE_STATUSES } from './decide-case.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { sendCase } from './send-case.ts';

// Operations that create resources come before those that require them.
const ORDER: readonly Method[] = ['post', 'put', 'get', 'query', 'head', 'options', 'patch', 'trace'];

/** Sends the valid drafts of every operation. */
export const runBaseline: Phase = async (context) => {
  const { operations, session } = context;
  for (const operation of operations) await checkExamples(context, operation);
  const others = new Set(operations.map(({ method }) => method).filter((method) => !ORDER.includes(method)));
  const findTurn = (operation: Operation) =>
    operation.resourceMethod === 'delete' ? 'delete' : operation.method;
  for (const method of [...ORDER, ...[...others].filter((method) => method !== 'delete'), 'delete']) {
    const own = operations.filter((operation) => findTurn(operation) === method);
    // Outer resources come before inner ones.
    const byDepth = own.toSorted((left, right) => left.path.split('/').length - right.path.split('/').length);
    await runConcurrently(session, byDepth, (operation) => tryOperation(context, operation));
  }
};

async function checkExamples({ session }: RunContext, operation: Operation): Promise<void> {
  for (const example of documentedExamples(session.model.document, operation)) {
    const space = example.direction === 'request' ? session.requests : session.responses;
    session.coverage.count('example', operation, example.pointer);
    await session.runChecks([exampleInvalid], { ...example, space }, { operation });
  }
}

async function tryOperation(context: RunContext, operation: Operation): Promise<void> {
  const { plans, session } = context;
  let smallest: Exchange | undefined;
  const rejected: RejectedDraft[] = [];
  for (const draft of plans.list(operation)) {
    if (session.isOver) return;
    const one = { draft, expectation: 'either', pointer: operation.pointer, label: 'valid' } as const;
    const exchange = await sendCase(context, one);
    if (!exchange) continue;
    smallest =
      smallest && measureRequest(smallest.request) <= measureRequest(exchange.request) ? smallest : exchange;
    const { status } = exchange.response;
    if (isSuccess(exchange) || (status >= 300 && status < 400)) plans.noteWorking(draft);
    else rejected.push({ draft, exchange });
  }
  await checkRejections(context, operation, await repeatRejected(context, rejected));
  if (smallest && STATE_STATUSES.has(smallest.response.status)) await tryNewResource(context, operation);
  await tryProperties(context, operation);
  await checkReached(context, operation, smallest);
}

// Another operation, such as a cancellation, may have changed the resource.
async function tryNewResource({ plans, pool }: RunContext, operation: Operation): Promise<void> {
  const [draft] = plans.list(operation);
  if (!draft || plans.working(operation).length > 0) return;
  const exchange = await pool.deliver(draft, { fresh: true });
  if (exchange && isSuccess(exchange)) plans.noteWorking(draft);
}

async function checkReached(
  { plans, pool, session }: RunContext,
  operation: Operation,
  smallest: Exchange | undefined,
): Promise<void> {
  const isLeftAlone = pool.existingData.leftAlone.has(operation);
  if (plans.working(operation).length > 0 || isLeftAlone || session.isOver) return;
  await session.runChecks([operationUnreached], { operation, smallest }, smallest ?? { operation });
}

const MOST_PROPERTIES = 20;

// A server may require a property that the document does not, such as the name of a new resource.
async function tryProperties(context: RunContext, operation: Operation): Promise<void> {
  const { plans, session } = context;
  if (plans.working(operation).length > 0) return;
  const { smallest, fullest } = findExtremes(plans.list(operation)) ?? {};
  const sent = smallest && sentObject(smallest);
  if (!smallest || !sent) return;
  const others = Object.entries(sentObject(fullest ?? smallest) ?? {}).filter(
    ([name]) => !Object.hasOwn(sent, name),
  );
  for (const [name, value] of others.slice(0, MOST_PROPERTIES)) {
    if (session.isOver) return;
    const draft = withBodyValue(smallest, { ...sent, [name]: value });
    const one = { draft, expectation: 'either', pointer: operation.pointer, label: 'valid' } as const;
    const exchange = await sendCase(context, one);
    if (exchange && isSuccess(exchange)) return plans.noteWorking(draft);
  }
}

// Values that exist already may be the reason: then other ones succeed.
async function repeatRejected(
  context: RunContext,
  rejected: readonly RejectedDraft[],
): Promise<RejectedDraft[]> {
  const { plans, pool, session } = context;
  const still: RejectedDraft[] = [];
  for (const one of rejected) {
    const isRepeated = one.draft.body && isRejection(one.exchange.response.status) && !session.isOver;
    const again = isRepeated ? await pool.deliver(one.draft, { freshness: FRESHEST }) : undefined;
    const working = again && isSuccess(again) ? one.draft : await findAcceptedTimes(context, one);
    if (working) plans.noteWorking(working);
    else still.push(one);
  }
  return still;
}

// A server may accept only times in the past, or soon.
async function findAcceptedTimes(
  { pool, session }: RunContext,
  { draft, exchange }: RejectedDraft,
): Promise<BaseDraft | undefined> {
  if (!isRejection(exchange.response.status)) return undefined;
  for (const shifted of shiftTimes(draft, session)) {
    if (session.isOver) return undefined;
    const again = await pool.deliver(shifted, {});
    if (again && isSuccess(again)) return shifted;
  }
  return undefined;
}

interface RejectedDraft {
  draft: BaseDraft;
  exchange: Exchange;
}

async function checkRejections(
  context: RunContext,
  operation: Operation,
  rejected: readonly RejectedDraft[],
): Promise<void> {
  const isReached = context.plans.working(operation).length > 0;
  // If no request succeeds, the reason is unknown: the document may describe it only in words.
  for (const { draft, exchange } of rejected) {
    if (draft.example === undefined && context.pool.hasUnknownId(draft, exchange.draft)) continue;
    if (isReached || draft.example !== undefined) await checkRejection(context, draft, exchange);
  }
}

async function checkRejection(
  { session, plans }: RunContext,
  { operation, example }: BaseDraft,
  exchange: Exchange,
): Promise<void> {
  const { draft, response } = exchange;
  const rejected = { draft, twin: plans.working(operation)[0], response };
  if (example !== undefined) {
    const hasUnknown = hasUnknownReference(session.conventions, { draft, response });
    const observed = { pointer: example, response, hasUnknownReference: hasUnknown };
    await session.runChecks([exampleRejected], observed, exchange);
    return;
  }
  const observed = {
    expectation: 'valid',
    label: 'created from its schemas',
    pointer: operation.requestBody?.pointer ?? operation.pointer,
    response,
    hasUnknownReference: hasUnknownReference(session.conventions, rejected),
  } as const;
  await session.runChecks([validRequestRejected], observed, exchange);
}
