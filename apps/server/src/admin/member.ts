import { Command, Option } from 'commander';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { ROLES, type Role } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { violatesConstraint } from '../db/errors.ts';
import { listKeys, MAX_KEYS } from '../keys/keys.queries.ts';
import { invitationLinkUrl } from '../people/console-links.ts';
import { createInvitation } from '../people/invitations.queries.ts';
import { changeMemberRole, listMembers, removeMember } from '../people/members.queries.ts';
import { findUserByEmail } from '../people/users.queries.ts';
import { addOwnerOption, type OwnerOption, requireOwner } from './options.ts';
import { RefusedError } from './refused-error.ts';
import { print, printRows, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

interface MemberOptions extends OwnerOption {
  readonly email: string;
  readonly json?: boolean;
}

interface RoleOptions extends MemberOptions {
  readonly role: Role;
}

/** `member list`, `member invite` with the one-time link, `member change` of a role, and `member remove`. */
export function memberCommand(): Command {
  const group = new Command('member').description('members of a team in the console');
  addOwnerOption(group.command('list').description('list the members of a team'))
    .option('--json', 'print JSON')
    .action(async ({ owner, json = false }: OwnerOption & { json?: boolean }) => {
      const members = await withDatabase(async (database) => {
        await requireOwner(database, owner);
        return listMembers(database, owner);
      });
      const rows = members.map(({ user: { id, email, name }, role, joinedAt }) => {
        return { id, email, name, role, joined_at: joinedAt.toISOString() };
      });
      printRows(rows, { json });
    });
  addRoleOption(
    addMemberOptions(
      group.command('invite').description('print a link that adds a member; it works once, for seven days'),
    ),
  ).action(async (options: RoleOptions) => {
    print(await invite(options), options);
  });
  addRoleOption(addMemberOptions(group.command('change').description('change the role of a member'))).action(
    async ({ role, ...options }: RoleOptions) => {
      await withDatabase(async (database) => {
        const change = { ...(await requireMember(database, options)), role };
        if (!(await keepLastOwner(changeMemberRole(database, change)))) throw notMember(options);
      });
      print({ owner: options.owner, email: options.email, role }, options);
    },
  );
  addMemberOptions(
    group.command('remove').description('remove a member, and list the active keys that they created'),
  )
    .option('--revoke-keys', 'revoke these keys')
    .action(async (options: MemberOptions & { revokeKeys?: boolean }) => {
      print(await remove(options), options);
    });
  return group;
}

function addMemberOptions(command: Command): Command {
  return addOwnerOption(command)
    .requiredOption('--email <address>', 'e-mail address of the person')
    .option('--json', 'print JSON');
}

function addRoleOption(command: Command): Command {
  return command.addOption(
    new Option('--role <role>', 'what the member may do').choices(ROLES).makeOptionMandatory(),
  );
}

async function remove({ revokeKeys = false, ...options }: MemberOptions & { revokeKeys?: boolean }) {
  const { owner, email } = options;
  return withDatabase(async (database) => {
    const member = await requireMember(database, options);
    const removal = removeMember(database, { ...member, revokesKeys: revokeKeys });
    if (!(await keepLastOwner(removal))) throw notMember(options);
    const keys = await listKeys(database, { ownerId: owner, limit: MAX_KEYS });
    const active = keys.filter(
      ({ createdBy, revokedAt }) => createdBy === email.toLowerCase() && revokedAt === null,
    );
    return { owner, email, removed: true, active_keys: active.map(({ id }) => id) };
  });
}

async function invite({ owner: ownerId, email, role }: RoleOptions) {
  const { publicUrl } = parseConfig(process.env);
  const { invitation, token } = await withDatabase(async (database) => {
    await requireOwner(database, ownerId);
    return createInvitation(database, { ownerId, email, role, actor: COMMAND_LINE });
  });
  return {
    id: invitation.id,
    link: invitationLinkUrl(publicUrl, token),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

async function requireMember(database: Database, options: MemberOptions) {
  const user = await findUserByEmail(database, options.email);
  if (user === undefined) throw notMember(options);
  return { ownerId: options.owner, userId: user.id, actor: COMMAND_LINE };
}

async function keepLastOwner(work: Promise<boolean>): Promise<boolean> {
  return work.catch((error: unknown) => {
    if (!violatesConstraint(error, 'members_last_owner')) throw error;
    throw new RefusedError(
      'The last member with the role owner must keep it. Give the role to another member first.',
    );
  });
}

function notMember({ owner, email }: MemberOptions): UsageError {
  return new UsageError(`Member ${email} of team ${owner} not found.`);
}
