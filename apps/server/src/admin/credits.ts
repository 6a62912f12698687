import { Command } from 'commander';
import { auditLedger, grantCredits, readBalance } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import {
  addModeOption,
  addOwnerOption,
  type ModeOption,
  type OwnerOption,
  parseAmount,
  parseReference,
  requireOwner,
} from './options.ts';
import { RefusedError } from './refused-error.ts';
import { print, withDatabase } from './run.ts';

interface GrantOptions extends OwnerOption, ModeOption {
  readonly amount: number;
  readonly reference?: string;
  readonly json?: boolean;
}

/** `credits grant` and `credits show`: both answer the two balances of the owner. */
export function creditsCommand(): Command {
  const group = new Command('credits').description('credits of a team');
  addModeOption(addOwnerOption(group.command('grant').description('add credits to a balance')))
    .requiredOption('--amount <credits>', 'credits to add', parseAmount)
    .option(
      '--reference <text>',
      'what the grant is for, such as an invoice; each reference of a team is granted once',
      parseReference,
    )
    .option('--json', 'print JSON')
    .action(async ({ json = false, ...options }: GrantOptions) => {
      const balances = await withDatabase(async (database) => {
        await requireOwner(database, options.owner);
        await grantOnce(database, options);
        return readBalances(database, options.owner);
      });
      print(balances, { json });
    });
  addOwnerOption(group.command('show').description('print both balances of a team'))
    .option('--json', 'print JSON')
    .action(async (options: OwnerOption & { json?: boolean }) => {
      const balances = await withDatabase(async (database) => {
        await requireOwner(database, options.owner);
        return readBalances(database, options.owner);
      });
      print(balances, options);
    });
  return group;
}

/**
 * Grants credits. A command that is run twice grants once: a reference is booked once, and without one, the same amount once a day.
 * @throws {RefusedError} if the reference belongs to another grant, or the amount was granted today
 */
async function grantOnce(
  database: Database,
  { owner: ownerId, mode, amount, reference }: GrantOptions,
): Promise<void> {
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const idempotencyKey = reference ?? `admin ${today} ${mode} ${amount}`;
  const outcome = await grantCredits(database, { ownerId, mode, amount, note: reference, idempotencyKey });
  if (outcome === 'granted') return;
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
  process.stderr.write(`Reference "${reference}" was granted before; nothing was changed.\n`);
}

async function readBalances(database: Database, ownerId: string) {
  return {
    live: await readBalance(database, ownerId, 'live'),
    test: await readBalance(database, ownerId, 'test'),
  };
}

/** `ledger audit` recomputes every balance from the entries, with exit code 1 when one does not follow from them. */
export function ledgerCommand(): Command {
  const group = new Command('ledger').description('the ledger of credits');
  group
    .command('audit')
    .description('recompute every balance from the entries; exits with 1 if one differs')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const audit = await withDatabase(auditLedger);
      print(audit, options);
      if (!audit.balanced) process.exitCode = 1;
    });
  return group;
}
