import type { RunContext } from '../behavior/context.ts';
import { ResourceClient, sentObject } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { invalidRequestAccepted } from '../checks/invalid-request-accepted.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { Case } from '../requests/case.ts';
import type { Draft } from '../requests/draft.ts';
import { freshen } from '../requests/freshen.ts';
import type { Collection } from '../resources/collections.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import { CREATION_CHECKS } from './check-lists.ts';

const EXPECTATION_CHECKS = [validRequestRejected, invalidRequestAccepted];

/** Sends a case and runs the checks of its response; undefined if it cannot be sent. */
export async function sendCase(context: RunContext, one: Case): Promise<Exchange | undefined> {
  const { session, plans, pool } = context;
  const { operation } = one.draft;
  const safe = one.expectation === 'invalid' ? one.draft : plans.prepare(one.draft);
  const isDeleting = operation.method === 'delete' && one.expectation !== 'invalid';
  const bound = await pool.bind(safe, { fresh: isDeleting });
  const exchange = bound && (await session.send(bound));
  if (!exchange) return undefined;
  const final = exchange.response.status === 409 ? await resendFresh(context, safe, exchange) : exchange;
  await session.runChecks(EXPECTATION_CHECKS, { ...one, response: final.response }, final);
  session.coverage.count('keyword', operation, one.pointer);
  noteEffect(context, final);
  const collection = pool.findCollection(operation);
  if (collection && one.expectation === 'valid' && isSuccess(final))
    await checkCreationResponse(context, collection, final);
  return final;
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

// A conflict with an existing name or with the state of the bound resource does not test the case.
async function resendFresh(
  { session, pool }: RunContext,
  draft: Draft,
  exchange: Exchange,
): Promise<Exchange> {
  pool.forgetBound(draft);
  const bound = (await pool.bind(draft)) ?? exchange.draft;
  const fresh = freshen(bound, { space: session.requests, random: session.unrepeatable() });
  return (await session.send(fresh)) ?? exchange;
}

/** Remembers the created or deleted resource of a successful request. */
export function noteEffect({ pool }: RunContext, exchange: Exchange): void {
  if (!isSuccess(exchange)) return;
  if (exchange.operation.method === 'post') pool.noteCreated(exchange);
  if (exchange.operation.method === 'delete') pool.forgetCurrent(exchange.operation.path);
}
