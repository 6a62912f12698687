import { Command } from 'commander';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { callbackPublicKey } from '../callbacks/signing-key.ts';
import { createOwner } from '../owners/owners.queries.ts';
import { parseName } from './options.ts';
import { print, withDatabase } from './run.ts';

/** Builds the command group `team`; its alias `owner` keeps existing scripts working. */
export function ownerCommand(): Command {
  const group = new Command('team').alias('owner').description('teams of keys and credits');
  group
    .command('create')
    .description('create a team without credits, and print its callback secret and public key')
    .requiredOption('--name <name>', 'name of the team', parseName)
    .option('--json', 'print JSON')
    .action(async (options: { name: string; json?: boolean }) => {
      const { id, name, callbackSecret, callbackKeySeed } = await withDatabase((database) =>
        createOwner(database, { name: options.name, callbackSecret: createCallbackSecret() }),
      );
      const callback_public_key = callbackPublicKey(callbackKeySeed);
      print({ id, name, callback_secret: callbackSecret, callback_public_key }, options);
    });
  return group;
}
