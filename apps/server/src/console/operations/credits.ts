import { listEntries } from '../../credits/entries.queries.ts';
import { readBalance } from '../../credits/ledger.queries.ts';
import { readDailyUsage, type TimeRange } from '../../credits/usage.queries.ts';
import type { Database } from '../../db/database.ts';
import { answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';
import { invalidRequest } from '../errors.ts';
import { readTimeCursor, showPage } from '../time-cursor.ts';
import { describeEntry } from './task-detail.ts';

type CreditOperation = 'getBalances' | 'listLedgerEntries' | 'getUsage';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Balances, movements and use of an owner. */
export function creditOperations({ database }: OperationServices): Pick<ConsoleHandlers, CreditOperation> {
  return {
    getBalances: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const body = await readBalances(database, ownerId);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    listLedgerEntries: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { mode, kind, task_id: taskId, cursor, limit } = context.req.valid('query');
      const after = readTimeCursor(cursor);
      const filter = { ownerId, mode, kind, taskId, after, limit };
      // In one snapshot, so that readers can compute the balance after each entry.
      const [page, balances] = await database.transaction(
        async (snapshot) =>
          [await listEntries(snapshot, filter), await readBalances(snapshot, ownerId)] as const,
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
      const body = { ...showPage(page, describeEntry), balances };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    getUsage: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { mode, from, to } = context.req.valid('query');
      const data = await readDailyUsage(database, { ownerId, mode }, readDays(from, to));
      return reply({ status: 200, headers: answerHeaders(context), body: { data } });
    },
  };
}

async function readBalances(database: Database, ownerId: string) {
  const live = await readBalance(database, ownerId, 'live');
  const test = await readBalance(database, ownerId, 'test');
  return { live: { ...live }, test: { ...test } };
}

/** Reads the days from the first to the last, both in UTC and included. */
export function readDays(from: string | undefined, to: string | undefined): TimeRange {
  const last = to === undefined ? startOfDay(new Date()) : new Date(to);
  const first = from === undefined ? new Date(last.getTime() - (DEFAULT_DAYS - 1) * DAY_MS) : new Date(from);
  const days = (last.getTime() - first.getTime()) / DAY_MS + 1;
  if (days < 1) throw invalidRequest('from: must not be after to', 'from');
  if (days > MAX_DAYS) throw invalidRequest(`from: must be at most ${MAX_DAYS} days before to`, 'from');
  return { from: first, to: new Date(last.getTime() + DAY_MS) };
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
