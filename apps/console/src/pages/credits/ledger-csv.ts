import type { BalancedEntry } from './running-balance.ts';

const COLUMNS: readonly (readonly [string, (entry: BalancedEntry) => string | number | null | undefined])[] =
  [
    ['entry', ({ id }) => id],
    ['booked_at', ({ created_at: at }) => at],
    ['mode', ({ mode }) => mode],
    ['kind', ({ kind }) => kind],
    ['credits', ({ amount }) => amount],
    ['change', ({ change }) => change],
    ['available_after', ({ balance }) => balance],
    ['task_id', ({ task_id: id }) => id],
  ];

/** Writes entries of the ledger as CSV (RFC 4180). No cell needs quotes: ids, times, numbers and words of the contract. */
export function writeLedgerCsv(entries: readonly BalancedEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map(([, read]) => read(entry) ?? '').join(','));
  return `${[COLUMNS.map(([name]) => name).join(','), ...lines].join('\r\n')}\r\n`;
}
