import { defineCommand } from '@keyframe/cli/command';
import { auditLedger, grantCredits, readBalance } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import {
  JSON_OPTION,
  MODE_OPTION,
  OWNER_OPTION,
  readAmount,
  readReference,
  requireOwner,
} from './options.ts';
import { RefusedError } from './refused-error.ts';
import { formatResult, withDatabase } from './run.ts';

/** Adds credits, and prints both balances. */
export const GRANT_CREDITS = defineCommand({
  name: 'credits grant',
  summary: 'add credits to a balance',
  description:
    'Adds credits to a balance of a team. Without a reference, the same amount is granted once a day.',
  arguments: [],
  options: {
    ...OWNER_OPTION,
    ...MODE_OPTION,
    amount: { value: '<credits>', description: 'credits to add', isRequired: true },
    reference: {
      value: '<text>',
      description: 'what the grant is for, such as an invoice; each reference of a team is granted once',
    },
    ...JSON_OPTION,
  },
  async run({ values }, { out, err }) {
    const { owner, mode } = values;
    const amount = readAmount(values.amount);
    const reference = values.reference === undefined ? undefined : readReference(values.reference);
    const { outcome, balances } = await withDatabase(async (database) => {
      await requireOwner(database, owner);
      return {
        outcome: await grantOnce(database, { owner, mode, amount, reference }),
        balances: await readBalances(database, owner),
      };
    });
    if (outcome === 'repeated') err(`Reference "${reference}" was granted before; nothing was changed.`);
    out(formatResult(balances, values));
    return 0;
  },
});

/** Prints both balances of a team. */
export const SHOW_CREDITS = defineCommand({
  name: 'credits show',
  summary: 'print both balances of a team',
  description: 'Prints both balances of a team: available, and reserved by tasks in progress.',
  arguments: [],
  options: { ...OWNER_OPTION, ...JSON_OPTION },
  async run({ values }, { out }) {
    const balances = await withDatabase(async (database) => {
      await requireOwner(database, values.owner);
      return readBalances(database, values.owner);
    });
    out(formatResult(balances, values));
    return 0;
  },
});

/** Recomputes every balance from the entries, with exit code 1 when one does not follow from them. */
export const AUDIT_LEDGER = defineCommand({
  name: 'ledger audit',
  summary: 'recompute every balance',
  description: 'Recomputes every balance from the entries; exits with 1 if one differs.',
  arguments: [],
  options: JSON_OPTION,
  async run({ values }, { out }) {
    const audit = await withDatabase(auditLedger);
    out(formatResult(audit, values));
    return audit.balanced ? 0 : 1;
  },
});

interface Grant {
  readonly owner: string;
  readonly mode: Mode;
  readonly amount: number;
  readonly reference: string | undefined;
}

/**
 * Grants credits. A command that is run twice grants once: a reference is booked once, and without one, the same amount once a day.
 * @throws {RefusedError} if the reference belongs to another grant, or the amount was granted today
 */
async function grantOnce(
  database: Database,
  { owner: ownerId, mode, amount, reference }: Grant,
): Promise<'granted' | 'repeated'> {
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const idempotencyKey = reference ?? `admin ${today} ${mode} ${amount}`;
  const outcome = await grantCredits(database, { ownerId, mode, amount, note: reference, idempotencyKey });
  if (outcome === 'granted') return 'granted';
  if (reference === undefined) {
    throw new RefusedError(
      `Team ${ownerId} was granted ${amount} ${mode} credits today already (${today}, UTC), and nothing was changed. ` +
        'To grant the same amount again, add --reference <text> with what it is for.',
    );
  }
  if (outcome === 'conflict') {
    throw new RefusedError(
      `Reference "${reference}" of team ${ownerId} belongs to a grant with another mode or amount; nothing was changed.`,
    );
  }
  return 'repeated';
}

async function readBalances(database: Database, ownerId: string) {
  return {
    live: await readBalance(database, ownerId, 'live'),
    test: await readBalance(database, ownerId, 'test'),
  };
}
