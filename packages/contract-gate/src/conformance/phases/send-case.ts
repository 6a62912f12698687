import type { RunContext } from '../behavior/context.ts';
import { ResourceClient } from '../behavior/resource-client.ts';
import { invalidRequestAccepted } from '../checks/invalid-request-accepted.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { Case } from '../requests/case.ts';
import { type Draft, sentObject } from '../requests/draft.ts';
import { FRESHEST, freshen, orderRanges } from '../requests/freshen.ts';
import { shiftTimes } from '../requests/shift-times.ts';
import { listRepeatedParameters } from '../resources/repeated-parameters.ts';
import { hasUnknownReference } from '../resources/unknown-references.ts';
import { isRejection } from '../session/observed-case.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import { decideCase } from './decide-case.ts';
import { checkCreationResponse } from './state-creation.ts';

const EXPECTATION_CHECKS = [validRequestRejected, invalidRequestAccepted];

/** Sends a case and runs the checks of its response; undefined if it cannot be sent or its response shows nothing. */
export async function sendCase(context: RunContext, one: Case): Promise<Exchange | undefined> {
  const { session, plans, pool } = context;
  const { operation } = one.draft;
  const safe = one.expectation === 'invalid' ? one.draft : plans.prepare(one.draft);
  const isDeleting = operation.resourceMethod === 'delete' && one.expectation !== 'invalid';
  const options = { fresh: isDeleting, kept: one.kept, twin: one.twin };
  const decided = await decideCase(context, one, () => pool.deliver(safe, options));
  const final = decided && (await confirmRejection(context, { ...one, draft: safe }, decided));
  if (!final) return undefined;
  if (
    isUnknownId(context, one, final) ||
    isTakenId(context, one, final) ||
    contradictsPath(session, one, final)
  )
    return final;
  const { draft, response } = final;
  const rejected = { draft, twin: one.twin, response };
  const hasUnknown = isRejection(response.status) && hasUnknownReference(session.conventions, rejected);
  const observed = { ...one, response, hasUnknownReference: hasUnknown };
  await session.runChecks(EXPECTATION_CHECKS, observed, final);
  session.coverage.count('keyword', operation, one.tried ?? one.pointer);
  noteEffect(context, final);
  const collection = pool.findCollection(operation);
  if (collection && one.expectation === 'valid' && isSuccess(final))
    await checkCreationResponse(new ResourceClient(context, collection), final);
  return final;
}

// An id of a test value belongs to no resource.
function isUnknownId({ pool }: RunContext, one: Case, { draft }: Exchange): boolean {
  if (one.expectation !== 'valid') return false;
  return one.kept ? pool.isReference(draft, one.kept) : pool.hasUnknownId(one.draft, draft, one.twin);
}

// A resource with the id of a test value may exist already, and the server may reject it with any status.
function isTakenId(
  { session, pool }: RunContext,
  { draft, expectation, kept }: Case,
  { response }: Exchange,
) {
  const [name, ...inner] = kept?.body ?? [];
  const collection = pool.findCollection(draft.operation);
  if (expectation !== 'valid' || !collection || name === undefined || inner.length > 0) return false;
  const isId = name === collection.chosenId || session.conventions.matches('id', String(name));
  return isId && isRejection(response.status);
}

// A server may reject a body that has another id than its path.
function contradictsPath(
  { conventions }: Session,
  { expectation }: Case,
  { draft, response }: Exchange,
): boolean {
  if (expectation !== 'valid' || !isRejection(response.status)) return false;
  return listRepeatedParameters(draft, conventions).some(
    ({ value, inPath }) => String(value) !== String(inPath),
  );
}

// The random values of one repaired request may conflict with an existing resource, too.
const REPAIRS = 2;

// A valid time may be outside of the range that another member begins or ends, and a random value may be taken. If a
// repaired request conflicts with existing resources, the rejection decides nothing. Otherwise the repaired request shows why.
async function confirmRejection(
  context: RunContext,
  one: Case,
  exchange: Exchange,
): Promise<Exchange | undefined> {
  if (one.expectation !== 'valid' || !isRejection(exchange.response.status)) return exchange;
  const last = await repeatRepaired(context, one, exchange);
  return last && isRejection(last.response.status) && (await acceptsOtherTimes(context, one))
    ? undefined
    : last;
}

// Another time of the same form shows that the server does not reject the form.
async function acceptsOtherTimes({ pool, session }: RunContext, { draft, kept }: Case): Promise<boolean> {
  for (const shifted of shiftTimes(draft, session, kept)) {
    const again = await pool.deliver(shifted, { kept });
    if (again && isSuccess(again)) return true;
  }
  return false;
}

async function repeatRepaired(
  context: RunContext,
  one: Case,
  exchange: Exchange,
): Promise<Exchange | undefined> {
  let last = exchange;
  for (let repairs = 0; repairs < REPAIRS; repairs += 1) {
    const other = repair(context, one);
    if (other === one.draft) return last;
    const again = await context.pool.deliver(other, { kept: one.kept });
    if (!again || isSuccess(again)) return again;
    if (!isRejection(again.response.status)) return undefined;
    last = again;
  }
  return last;
}

// Returns the draft itself if it has nothing to repair.
function repair({ session, pool }: RunContext, { draft, kept }: Case): Draft {
  const random = session.unrepeatable();
  const hasId = choosesId(session, draft);
  const hasConflicts = pool.conflicts.findLevel(draft.operation) > 0 || hasId;
  const freshness = kept?.body && !hasId ? 2 : FRESHEST;
  return kept?.body || hasConflicts
    ? freshen(draft, session, { random, freshness, kept: kept?.body })
    : orderRanges(draft, session, random);
}

// The server may reject an id that another resource has with any status.
function choosesId({ conventions }: Session, draft: Draft): boolean {
  return Object.keys(sentObject(draft) ?? {}).some((name) => conventions.matches('id', name));
}

/** Whether a response contradicts the expectation of its request. */
export function violatesExpectation(one: Case, { response }: Exchange): boolean {
  return EXPECTATION_CHECKS.some((check) => check.run({ ...one, response }).length > 0);
}

/** Remembers the created or deleted resource of a successful request. */
export function noteEffect({ pool }: RunContext, exchange: Exchange): void {
  if (!isSuccess(exchange)) return;
  if (exchange.operation.method === 'post') pool.noteCreated(exchange);
  if (exchange.operation.resourceMethod === 'delete') pool.forgetCurrent(exchange.operation.resourcePath);
}
