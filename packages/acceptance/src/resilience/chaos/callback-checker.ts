// Compares the callbacks that arrived with the records: each expected one arrived, signed, with the same bytes every time.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Account } from '../../support/account.ts';
import type { Delivery } from '../../support/receiver.ts';
import type { TaskRecord } from './client.ts';
import type { EndedOperation } from './ledger-checker.ts';

/** Lists what is wrong with the callbacks of all operations. */
export function checkCallbacks(ended: readonly EndedOperation[], deliveries: readonly Delivery[]): string[] {
  const byPath = Map.groupBy(deliveries, ({ path }) => path);
  const findings: string[] = [];
  for (const { operation, record } of ended) {
    const { callbackPath, plan, account, idempotencyKey } = operation;
    if (callbackPath === undefined) continue;
    const arrived = byPath.get(callbackPath) ?? [];
    byPath.delete(callbackPath);
    const refusals = plan.refusals?.length ?? 0;
    for (const problem of checkArrivals(arrived, { record, account, refusals }))
      findings.push(`the callback of ${idempotencyKey} (${record.id}) ${problem}`);
  }
  return [...findings, ...[...byPath.keys()].map((path) => `no operation requested the callback to ${path}`)];
}

function checkArrivals(
  arrived: readonly Delivery[],
  { record, account, refusals }: { record: TaskRecord; account: Account; refusals: number },
): string[] {
  const [first] = arrived;
  if (first === undefined || arrived.length <= refusals) {
    return [`arrived ${arrived.length} times (expected: more than ${refusals}, which the receiver refuses)`];
  }
  const problems: string[] = [];
  if (new Set(arrived.map(({ body }) => body)).size > 1) problems.push('arrived with different bodies');
  if (new Set(arrived.map(({ headers }) => headers['webhook-id'])).size > 1)
    problems.push('arrived with different ids');
  if (!arrived.every((delivery) => isSigned(delivery, account)))
    problems.push('arrived with a wrong signature');
  if (!matchesRecord(JSON.parse(first.body), record))
    problems.push(`contains ${first.body}, but the record is ${JSON.stringify(record)}`);
  return problems;
}

function matchesRecord(event: Partial<TaskRecord> & { data?: object }, record: TaskRecord): boolean {
  const data =
    record.data ??
    ({
      failed_reason: record.failed_reason,
      credits_refunded: record.billing_status === 'refunded' ? record.credits : 0,
    } satisfies object);
  return (
    event.id === record.id &&
    event.status === record.status &&
    JSON.stringify(event.data) === JSON.stringify(data)
  );
}

/** Signs anew instead of verifying, since a verifier refuses what a long run received more than five minutes ago. */
function isSigned({ headers, body }: Delivery, { callbackSecret, callbackPublicKey }: Account): boolean {
  const id = String(headers['webhook-id']);
  const seconds = String(headers['webhook-timestamp']);
  const signatures = String(headers['webhook-signature']).split(' ');
  const secret = new Webhook(callbackSecret).sign(id, new Date(Number(seconds) * 1000), body);
  const asymmetric = signatures.find((signature) => signature.startsWith('v1a,'))?.slice('v1a,'.length) ?? '';
  return (
    signatures.includes(secret) &&
    verify(
      null,
      Buffer.from(`${id}.${seconds}.${body}`),
      readPublicKey(callbackPublicKey),
      Buffer.from(asymmetric, 'base64'),
    )
  );
}

function readPublicKey(whpk: string): KeyObject {
  const x = Buffer.from(whpk.slice('whpk_'.length), 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
