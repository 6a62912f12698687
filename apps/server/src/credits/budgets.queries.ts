import { and, eq } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { budgets, type Mode } from '../db/tables.ts';
import { readDailyUsage } from './usage.queries.ts';

/** Planned spending of an owner per calendar month, and the share of it that triggers a warning. */
export interface Budget {
  readonly mode: Mode;
  readonly monthlyCredits: number;
  readonly warnAtPercent: number;
}

/** A budget and the month's spending so far; nothing is refused by it. */
export interface BudgetState extends Budget {
  readonly spent: number;
  readonly state: 'ok' | 'warning' | 'exceeded';
}

/** Lists the budgets of an owner with what this month (UTC) has spent. */
export async function listBudgets(database: Database, ownerId: string, now: Date): Promise<BudgetState[]> {
  const stored = await database
    .select()
    .from(budgets)
    .where(eq(budgets.ownerId, ownerId))
    .orderBy(budgets.mode);
  if (stored.length === 0) return [];
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const usage = await readDailyUsage(database, { ownerId }, { from, to });
  return stored.map(({ mode, monthlyCredits, warnAtPercent }) => {
    const spent = usage.filter((day) => day.mode === mode).reduce((sum, { credits }) => sum + credits, 0);
    return {
      mode,
      monthlyCredits,
      warnAtPercent,
      spent,
      state: classifyBudget({ monthlyCredits, warnAtPercent, spent }),
    };
  });
}

function classifyBudget({
  monthlyCredits,
  warnAtPercent,
  spent,
}: Omit<BudgetState, 'mode' | 'state'>): BudgetState['state'] {
  if (spent > monthlyCredits) return 'exceeded';
  return spent * 100 >= monthlyCredits * warnAtPercent ? 'warning' : 'ok';
}

/** Owner of the changed budget, and who changes it. */
interface BudgetChange {
  readonly ownerId: string;
  readonly actor: Actor;
}

/** Sets the budget of a mode, or replaces it. */
export async function setBudget(
  database: Database,
  { ownerId, actor, mode, monthlyCredits, warnAtPercent }: Budget & BudgetChange,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(budgets)
      .values({ ownerId, mode, monthlyCredits, warnAtPercent })
      .onConflictDoUpdate({
        target: [budgets.ownerId, budgets.mode],
        set: { monthlyCredits, warnAtPercent },
      });
    const detail = { mode, monthly_credits: monthlyCredits, warn_at_percent: warnAtPercent };
    await recordAudit(transaction, actor, { action: 'budget.set', ownerId, detail });
  });
}

/** Deletes the budget of a mode; there need not be one. */
export async function deleteBudget(
  database: Database,
  { ownerId, mode, actor }: BudgetChange & Pick<Budget, 'mode'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.delete(budgets).where(and(eq(budgets.ownerId, ownerId), eq(budgets.mode, mode)));
    await recordAudit(transaction, actor, { action: 'budget.delete', ownerId, detail: { mode } });
  });
}
