import { listTaskIds, type Operation } from '../chaos/operation.ts';
import type { StoredLedger } from '../chaos/stored-ledger.queries.ts';

/** Lists tasks that were accepted and are not stored. */
export function listLost(
  operations: readonly Pick<Operation, 'taskIds'>[],
  { tasks }: Pick<StoredLedger, 'tasks'>,
): string[] {
  const stored = new Set(tasks.map(({ id }) => id));
  return listTaskIds(operations).filter((id) => !stored.has(id));
}
