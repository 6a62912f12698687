// Controls: a rejection shows something about its request only if the valid request that it was derived from succeeds.
import type { RunContext } from '../behavior/context.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { Case } from '../requests/case.ts';
import type { Draft } from '../requests/draft.ts';
import { isRejection } from '../session/observed-case.ts';
import type { Exchange } from '../session/session.ts';

// Rejections that one successful control decides, if their status does not come from the state of the server.
const PRESUMED = 12;
// Failed controls, after which only each tenth rejection gets one.
const MOST_FAILED = 3;
const PAUSE = 10;
/** Statuses that the state of the server causes, too. */
export const STATE_STATUSES: ReadonlySet<number> = new Set([404, 409, 410, 412, 423, 424]);

/** Results of the last controls of a valid request. */
interface ControlRecord {
  presumed: number;
  failed: number;
}

const records = new WeakMap<Draft, ControlRecord>();

/**
 * Sends a case and returns the exchange that decides it; undefined if its valid twin fails, too. If the twin only succeeds
 * with fresher values, so may the case, which is sent again.
 */
export async function decideCase(
  context: RunContext,
  one: Case,
  send: () => Promise<Exchange | undefined>,
): Promise<Exchange | undefined> {
  const { conflicts } = context.pool;
  const { operation } = one.draft;
  const exchange = await send();
  if (!exchange || !requiresControl(context, one, exchange)) return exchange;
  const level = conflicts.findLevel(operation);
  if (!(await control(context, one, exchange))) return undefined;
  return conflicts.findLevel(operation) === level ? exchange : send();
}

function requiresControl({ session }: RunContext, one: Case, { response: { status } }: Exchange): boolean {
  const { twin, expectation, pointer, draft } = one;
  // A control would delete another resource.
  if (!twin || expectation === 'either' || draft.operation.resourceMethod === 'delete') return false;
  if (expectation === 'invalid') return status >= 400 && status < 500;
  return isRejection(status) && !session.findings.has(validRequestRejected, draft.operation, pointer);
}

async function control(
  { plans, pool }: RunContext,
  { twin, expectation }: Case,
  { response }: Exchange,
): Promise<boolean> {
  if (!twin) return true;
  const record = records.get(twin) ?? { presumed: 0, failed: 0 };
  records.set(twin, record);
  if (expectation === 'invalid' && record.presumed > 0 && !STATE_STATUSES.has(response.status)) {
    record.presumed -= 1;
    return true;
  }
  const isHopeless = record.failed >= MOST_FAILED && record.failed % PAUSE !== 0;
  const exchange = isHopeless ? undefined : await pool.deliver(plans.prepare(twin));
  const isSuccessful = exchange !== undefined && exchange.response.status < 400;
  record.presumed = isSuccessful ? PRESUMED : 0;
  record.failed = isSuccessful ? 0 : record.failed + 1;
  return isSuccessful;
}
