import type { RunContext } from '../behavior/context.ts';
import { ResourceClient, sentObject } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { invalidRequestAccepted } from '../checks/invalid-request-accepted.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { Case } from '../requests/case.ts';
import { freshen } from '../requests/freshen.ts';
import type { Collection } from '../resources/collections.ts';
import { isRejection } from '../session/observed-case.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import { CREATION_CHECKS } from './check-lists.ts';

const EXPECTATION_CHECKS = [validRequestRejected, invalidRequestAccepted];

/** Sends a case and runs the checks of its response; undefined if it cannot be sent. */
export async function sendCase(context: RunContext, one: Case): Promise<Exchange | undefined> {
  const { session, plans, pool } = context;
  const { operation } = one.draft;
  const safe = one.expectation === 'invalid' ? one.draft : plans.prepare(one.draft);
  const isDeleting = operation.method === 'delete' && one.expectation !== 'invalid';
  const delivered = await pool.deliver(safe, { fresh: isDeleting, kept: one.kept });
  const final = delivered && (await confirmRejection(context, { ...one, draft: safe }, delivered));
  if (!final) return undefined;
  // An id of a test value belongs to no resource.
  const isUnknown = one.kept !== undefined && one.expectation === 'valid' && pool.isReference(safe, one.kept);
  if (isUnknown) return final;
  await session.runChecks(EXPECTATION_CHECKS, { ...one, response: final.response }, final);
  if (await isDecided(context, one, final)) session.coverage.count('keyword', operation, one.pointer);
  noteEffect(context, final);
  const collection = pool.findCollection(operation);
  if (collection && one.expectation === 'valid' && isSuccess(final))
    await checkCreationResponse(context, collection, final);
  return final;
}

// Statuses that the state of the server causes, too.
const STATE_STATUSES = new Set([404, 409, 410, 412, 423, 424, 503]);

// An invalid request that was rejected for the state of the server shows nothing, unless a valid one succeeds.
async function isDecided(
  { plans, pool }: RunContext,
  { expectation, draft }: Case,
  { response }: Exchange,
): Promise<boolean> {
  const isAmbiguous = expectation === 'invalid' && STATE_STATUSES.has(response.status);
  if (!isAmbiguous || draft.operation.method === 'delete') return true;
  const [working] = plans.working(draft.operation);
  const control = working && (await pool.deliver(plans.prepare(working)));
  return control !== undefined && isSuccess(control);
}

// A valid time may be outside of the range that another member begins or ends.
async function confirmRejection(
  { session, pool }: RunContext,
  { draft, expectation, kept }: Case,
  exchange: Exchange,
): Promise<Exchange> {
  if (expectation !== 'valid' || !kept?.body || !isRejection(exchange.response.status)) return exchange;
  const { requests: space, conventions } = session;
  const random = session.unrepeatable();
  const other = freshen(draft, { space, conventions, random, freshness: 2, kept: kept.body });
  const bound = await pool.bind(other, { kept });
  const again = bound && (await session.send(bound));
  return again && isSuccess(again) ? again : exchange;
}

/** Whether a response contradicts the expectation of its request. */
export function violatesExpectation(one: Case, { response }: Exchange): boolean {
  return EXPECTATION_CHECKS.some((check) => check.run({ ...one, response }).length > 0);
}

async function checkCreationResponse(
  context: RunContext,
  collection: Collection,
  exchange: Exchange,
): Promise<void> {
  const client = new ResourceClient(context, collection);
  const sent = sentObject(exchange.draft);
  const value = client.unwrap(exchange);
  const { create } = collection;
  if (!create || !sent || !value) return;
  const observed = { client, operation: create, exchange, sent, created: undefined, value };
  await runStateChecks(CREATION_CHECKS, observed);
}

/** Remembers the created or deleted resource of a successful request. */
export function noteEffect({ pool }: RunContext, exchange: Exchange): void {
  if (!isSuccess(exchange)) return;
  if (exchange.operation.method === 'post') pool.noteCreated(exchange);
  if (exchange.operation.method === 'delete') pool.forgetCurrent(exchange.operation.path);
}
