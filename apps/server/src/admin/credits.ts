import { Command } from 'commander';
import { auditLedger, grantCredits, readBalance } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import {
  addModeOption,
  addOwnerOption,
  type ModeOption,
  type OwnerOption,
  parseAmount,
  requireOwner,
} from './options.ts';
import { print, withDatabase } from './run.ts';

interface GrantOptions extends OwnerOption, ModeOption {
  readonly amount: number;
  readonly json?: boolean;
}

/** `credits grant` and `credits show`: both answer the two balances of the owner. */
export function creditsCommand(): Command {
  const group = new Command('credits').description('Credits of an owner');
  addModeOption(addOwnerOption(group.command('grant')))
    .requiredOption('--amount <credits>', 'credits to add', parseAmount)
    .option('--json', 'print JSON')
    .action(async ({ owner: ownerId, mode, amount, json = false }: GrantOptions) => {
      const balances = await withDatabase(async (database) => {
        await requireOwner(database, ownerId);
        await grantCredits(database, { ownerId, mode, amount });
        return readBalances(database, ownerId);
      });
      print(balances, { json });
    });
  addOwnerOption(group.command('show'))
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

async function readBalances(database: Database, ownerId: string) {
  return {
    live: await readBalance(database, ownerId, 'live'),
    test: await readBalance(database, ownerId, 'test'),
  };
}

/** `ledger audit` recomputes every balance from the entries; exit code 1 when one does not follow from them. */
export function ledgerCommand(): Command {
  const group = new Command('ledger').description('The ledger of credits');
  group
    .command('audit')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const audit = await withDatabase(auditLedger);
      print(audit, options);
      if (!audit.balanced) process.exitCode = 1;
    });
  return group;
}
