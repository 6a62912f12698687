import { Command } from 'commander';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { revealCallbackSecret, rotateCallbackSecret } from '../callbacks/secrets.queries.ts';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { callbackPublicKey } from '../callbacks/signing-key.ts';
import { createOwner, findOwner, listOwners, renameOwner } from '../owners/owners.queries.ts';
import { DEFAULT_LIMIT, parseLimit, parseName } from './options.ts';
import { print, printRows, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

interface IdOptions {
  readonly id: string;
  readonly json?: boolean;
}

interface ListOptions {
  readonly search?: string;
  readonly limit: number;
  readonly json?: boolean;
}

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
  group
    .command('list')
    .description('list teams with their available credits')
    .option('--search <text>', 'prefix of an id, or part of a name')
    .option('--limit <count>', 'maximum number of teams, newest first', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .action(async ({ search, limit, json = false }: ListOptions) => {
      const owners = await withDatabase((database) => listOwners(database, { search, limit }));
      const rows = owners.map(({ id, name, createdAt, members, balances: { live, test } }) => {
        const credits = { live: live.available, test: test.available };
        return { id, name, created_at: createdAt.toISOString(), members, ...credits };
      });
      printRows(rows, { json });
    });
  addIdOption(group.command('rename').description('rename a team'))
    .requiredOption('--name <name>', 'name of the team', parseName)
    .action(async ({ id, name, json = false }: IdOptions & { name: string }) => {
      const owner = await withDatabase((database) =>
        renameOwner(database, { id, name, actor: COMMAND_LINE }),
      );
      if (owner === undefined) throw unknownOwner(id);
      print({ id, name }, { json });
    });
  addIdOption(group.command('show').description('print a team and the public key of its callbacks')).action(
    async (options: IdOptions) => {
      const owner = await withDatabase((database) => findOwner(database, options.id));
      if (owner === undefined) throw unknownOwner(options.id);
      const { id, name, createdAt, callbackKeySeed } = owner;
      const callback_public_key = callbackPublicKey(callbackKeySeed);
      print({ id, name, created_at: createdAt.toISOString(), callback_public_key }, options);
    },
  );
  addIdOption(
    group.command('reveal-callback-secret').description('print the secret that signs callbacks'),
  ).action(async (options: IdOptions) => {
    const keys = await withDatabase((database) => revealCallbackSecret(database, options.id, COMMAND_LINE));
    if (keys === undefined) throw unknownOwner(options.id);
    const previous_valid_until = keys.retired[0]?.expiresAt.toISOString() ?? null;
    print({ id: options.id, callback_secret: keys.secret, previous_valid_until }, options);
  });
  addIdOption(
    group
      .command('rotate-callback-secret')
      .description('replace the secret that signs callbacks; the old one also signs for 24 hours'),
  ).action(async (options: IdOptions) => {
    const rotated = await withDatabase((database) => rotateCallbackSecret(database, options.id));
    if (rotated === undefined) throw unknownOwner(options.id);
    const previous_valid_until = rotated.previousValidUntil.toISOString();
    print({ id: options.id, callback_secret: rotated.secret, previous_valid_until }, options);
  });
  return group;
}

function addIdOption(command: Command): Command {
  return command.requiredOption('--id <id>', 'id of the team').option('--json', 'print JSON');
}

function unknownOwner(id: string): UsageError {
  return new UsageError(`Team ${id} not found.`);
}
