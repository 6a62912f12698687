import { judgeExpectation } from '../checks/request-checks.ts';
import type { Case } from '../requests/case.ts';
import type { Draft } from '../requests/draft.ts';
import { freshen } from '../requests/freshen.ts';
import { type Exchange, isSuccess } from '../session.ts';
import { judgeAnswer } from '../state/creation.ts';
import { Subject } from '../state/subject.ts';
import type { PhaseContext } from './phase.ts';

/** Sends a case and holds the response to what is known of the request; undefined where it could not be sent. */
export async function sendCase(context: PhaseContext, one: Case): Promise<Exchange | undefined> {
  const { session, plans, pool } = context;
  const { operation } = one.draft;
  const safe = one.expectation === 'invalid' ? one.draft : plans.prepare(one.draft);
  const isDeleting = operation.method === 'delete' && one.expectation !== 'invalid';
  const bound = await pool.bind(safe, { fresh: isDeleting });
  const exchange = bound && (await session.send(bound));
  if (!exchange) return undefined;
  const final = exchange.response.status === 409 ? await resendFresh(context, safe, exchange) : exchange;
  for (const violation of judgeExpectation(final.response, one)) session.report(violation, final);
  session.coverage.count('keyword', operation, one.pointer);
  noteEffect(context, final);
  const collection = pool.collectionOf(operation);
  if (collection && one.expectation === 'valid' && isSuccess(final))
    judgeAnswer(new Subject(context, collection), final);
  return final;
}

// A name that is taken already, or a resource that is past such requests, is no answer to the question that the case asks.
async function resendFresh(
  { session, pool }: PhaseContext,
  draft: Draft,
  exchange: Exchange,
): Promise<Exchange> {
  pool.forgetBound(draft);
  const bound = (await pool.bind(draft)) ?? exchange.draft;
  const fresh = freshen(bound, { space: session.requests, random: session.unrepeatable() });
  return (await session.send(fresh)) ?? exchange;
}

/** Remembers what a request made or removed. */
export function noteEffect({ pool }: PhaseContext, exchange: Exchange): void {
  if (!isSuccess(exchange)) return;
  if (exchange.operation.method === 'post') pool.noteCreated(exchange);
  if (exchange.operation.method === 'delete') pool.forgetCurrent(exchange.operation.path);
}
