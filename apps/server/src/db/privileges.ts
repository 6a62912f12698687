/**
 * Privileges of the application's role, table by table; the database rejects everything else. The role that owns the
 * tables runs migrations and nothing else.
 */
import { type ClientBase, escapeIdentifier } from 'pg';
import type { Connection } from './batch.ts';
import { DEFAULT_SCHEMA } from './database.ts';
import { withOwner } from './migrate.ts';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * A table that is missing here is closed to the application, and fails a test. Partitions are: the application reaches
 * them through their table.
 */
export const TABLE_PRIVILEGES: Readonly<Record<string, readonly Privilege[]>> = {
  // Opened empty. Balances change by the trigger of the ledger, which runs as the owner.
  accounts: ['INSERT', 'SELECT'],
  api_keys: ['INSERT', 'SELECT', 'UPDATE'],
  // Append-only.
  audit_events: ['DELETE', 'INSERT', 'SELECT'],
  // Deleted with their attempts once their retention is over.
  deliveries: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  delivery_attempts: ['INSERT', 'SELECT'],
  failed_refund_notices: ['INSERT', 'SELECT', 'UPDATE'],
  file_hashes: ['SELECT'],
  // Written by a trigger and a function that run as the owner.
  free_failures: ['SELECT'],
  grant_keys: ['INSERT', 'SELECT'],
  // Written by accept_submissions; housekeeping locks and deletes.
  idempotency_keys: ['DELETE', 'SELECT', 'UPDATE'],
  invitations: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  // Stored by accept_submissions, deleted by a trigger at the end of the task.
  jobs: ['SELECT', 'UPDATE'],
  // Written by triggers that run as the owner.
  key_changes: ['SELECT'],
  lease_holders: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  ledger_entries: ['INSERT', 'SELECT'],
  ledger_postings: ['SELECT'],
  // Written by drop_month.
  ledger_sums: ['SELECT'],
  members: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  migrations: ['SELECT'],
  missing_partitions: ['SELECT'],
  month_partitions: ['SELECT'],
  operator_links: ['DELETE', 'INSERT', 'SELECT'],
  operators: ['DELETE', 'INSERT', 'SELECT'],
  owners: ['INSERT', 'SELECT', 'UPDATE'],
  passkeys: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  rate_allowances: ['INSERT', 'SELECT', 'UPDATE'],
  rate_windows: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  retired_callback_secrets: ['DELETE', 'INSERT', 'SELECT'],
  secrets: ['INSERT', 'SELECT'],
  // Written by sample_service.
  service_sample: ['SELECT'],
  service_steps: ['SELECT'],
  sign_in_challenges: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  // Stored by accept_submissions, together with the reservation.
  tasks: ['SELECT', 'UPDATE'],
  upstream_tasks: ['INSERT', 'SELECT', 'UPDATE'],
  // Written by a trigger that runs as the owner; steps of minutes are deleted.
  usage_steps: ['DELETE', 'SELECT'],
  user_credentials: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  user_sessions: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  users: ['INSERT', 'SELECT', 'UPDATE'],
};

/** Functions that the application calls; triggers need no privilege. */
const CALLED_FUNCTIONS: readonly string[] = [
  'accept_submissions',
  'check_access',
  'claim_tasks',
  'count_failed_references',
  'create_partition',
  'current_leases',
  'drop_month',
  'end_tasks',
  'lease_allowances',
  'lease_permits',
  'leased_permits',
  'least_task_id',
  'lock_tasks',
  'month_from_now',
  'newest_entries',
  'newest_tasks',
  'newest_tasks_of_all',
  'poll_tasks',
  'read_tasks',
  'reduced_input',
  'sample_service',
  'take_allowances',
  'take_rates',
  'unfinished_tasks',
];

/** A role and a schema. */
export interface Grantee {
  readonly role: string;
  readonly schema?: string;
}

/**
 * Gives the application's role its privileges, and takes away all others that it has on the schema; does nothing when
 * they are right.
 * @param url of the role that owns the tables
 */
export async function grantPrivileges(
  url: string,
  { role, schema = DEFAULT_SCHEMA }: Grantee,
): Promise<void> {
  await withOwner(url, async (client) => {
    const granted = await readPrivileges(client, { role, schema });
    const intended = await intendedPrivileges(client, schema);
    if (JSON.stringify(granted) === JSON.stringify(intended)) return;
    await client.query(grantStatements({ role, schema, intended }).join(';\n'));
  });
}

type Privileges = Readonly<Record<string, readonly string[]>>;

/** Reads what a role was granted on each table and function of a schema, PUBLIC's privileges included. */
export async function readPrivileges(
  connection: Connection,
  { role, schema = DEFAULT_SCHEMA }: Grantee,
): Promise<Privileges> {
  const { rows } = await connection.query<{ name: string; privileges: string[] }>(
    `SELECT object.name, array_agg(DISTINCT acl.privilege_type ORDER BY acl.privilege_type) AS privileges
    FROM (
      SELECT relname AS name, relacl AS acl FROM pg_class
      WHERE relnamespace = $2::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      UNION ALL
      SELECT proname, coalesce(proacl, acldefault('f', proowner)) FROM pg_proc WHERE pronamespace = $2::regnamespace
      UNION ALL
      SELECT 'schema', nspacl FROM pg_namespace WHERE oid = $2::regnamespace
    ) AS object CROSS JOIN LATERAL aclexplode(object.acl) AS acl
    WHERE acl.grantee IN (0, (SELECT oid FROM pg_roles WHERE rolname = $1))
    GROUP BY object.name ORDER BY object.name COLLATE "C"`,
    [role, escapeIdentifier(schema)],
  );
  return Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges]));
}

/** The intended privileges on what this database has, in the form of `readPrivileges`. */
async function intendedPrivileges(client: ClientBase, schema: string): Promise<Privileges> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
    WHERE relnamespace = $1::regnamespace AND relname = ANY ($2) ORDER BY relname COLLATE "C"`,
    [escapeIdentifier(schema), Object.keys(TABLE_PRIVILEGES)],
  );
  const intended = [
    ['schema', ['USAGE']] as const,
    ...rows.map(({ name }) => [name, TABLE_PRIVILEGES[name] ?? []] as const),
    ...CALLED_FUNCTIONS.map((name) => [name, ['EXECUTE']] as const),
  ];
  return Object.fromEntries(intended.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function grantStatements({
  role,
  schema,
  intended,
}: Required<Grantee> & { readonly intended: Privileges }): string[] {
  const [to, within] = [escapeIdentifier(role), escapeIdentifier(schema)];
  const tables = Object.entries(intended).filter(([name]) => name in TABLE_PRIVILEGES);
  return [
    'BEGIN',
    ...['TABLES', 'SEQUENCES', 'ROUTINES'].map(
      (kind) => `REVOKE ALL ON ALL ${kind} IN SCHEMA ${within} FROM PUBLIC, ${to}`,
    ),
    `REVOKE ALL ON SCHEMA ${within} FROM PUBLIC, ${to}`,
    `GRANT USAGE ON SCHEMA ${within} TO ${to}`,
    ...tables.map(
      ([name, privileges]) =>
        `GRANT ${privileges.join(', ')} ON ${within}.${escapeIdentifier(name)} TO ${to}`,
    ),
    ...CALLED_FUNCTIONS.map(
      (name) => `GRANT EXECUTE ON FUNCTION ${within}.${escapeIdentifier(name)} TO ${to}`,
    ),
    'COMMIT',
  ];
}

/** The role of a connection, as far as it decides what the database can refuse. */
export interface ApplicationRole {
  readonly name: string;
  readonly isSuperuser: boolean;
  /** Owners pass every privilege, and may disable the triggers that guard the ledger. */
  readonly ownsLedger: boolean;
}

/** Reads who the application is to the database. */
export async function readApplicationRole(
  connection: Connection,
  schema: string = DEFAULT_SCHEMA,
): Promise<ApplicationRole> {
  const { rows } = await connection.query<ApplicationRole>(
    `SELECT current_user AS name, rolsuper AS "isSuperuser",
      EXISTS (
        SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relname = 'ledger_entries'
          AND pg_has_role(current_user, relowner, 'USAGE')
      ) AS "ownsLedger"
    FROM pg_roles WHERE rolname = current_user`,
    [escapeIdentifier(schema)],
  );
  const [role] = rows;
  if (role === undefined) throw new Error('pg_roles has no row of the current user.');
  return role;
}
