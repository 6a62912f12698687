import { Command } from 'commander';
import { auditLedger } from '../credits/ledger.queries.ts';
import { print, withDatabase } from './run.ts';

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
