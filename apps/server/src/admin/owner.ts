import { Command } from 'commander';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { createOwner } from '../keys/keys.queries.ts';
import { print, withDatabase } from './run.ts';

/** `owner create`: an owner with empty balances and a secret that its callbacks are signed with. */
export function ownerCommand(): Command {
  const group = new Command('owner').description('Owners of keys and credits');
  group
    .command('create')
    .requiredOption('--name <name>', 'what people call the owner')
    .option('--json', 'print JSON')
    .action(async (options: { name: string; json?: boolean }) => {
      const owner = await withDatabase((database) =>
        createOwner(database, { name: options.name, callbackSecret: createCallbackSecret() }),
      );
      print({ id: owner.id, name: owner.name, callback_secret: owner.callbackSecret }, options);
    });
  return group;
}
