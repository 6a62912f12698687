import { expect, test } from 'vitest';
import { writeLedgerCsv } from './ledger-csv.ts';

const ENTRY = {
  id: 4711,
  created_at: '2026-11-20T11:00:03.412Z',
  mode: 'live',
  kind: 'reserve',
  amount: 50,
  task_id: 'task_1',
  change: -50,
  balance: 950,
} as const;
const HEAD = 'entry,booked_at,mode,kind,credits,change,available_after,task_id\r\n';

test.each([
  ['no entries', [], ''],
  ['an entry', [ENTRY], '4711,2026-11-20T11:00:03.412Z,live,reserve,50,-50,950,task_1\r\n'],
  [
    'a grant in a filtered list',
    [{ ...ENTRY, kind: 'grant', change: 50, balance: undefined, task_id: null }],
    '4711,2026-11-20T11:00:03.412Z,live,grant,50,50,,\r\n',
  ],
] as const)('%s as CSV', (_, entries, lines) => {
  expect(writeLedgerCsv([...entries])).toBe(HEAD + lines);
});
