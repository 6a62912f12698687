// The operator's commands, run as an operator runs them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ADMIN_SCRIPT } from './server-scripts.ts';

/** The two balances that an owner has. */
export type Mode = 'live' | 'test';

/** One balance, in credits. */
export interface Balance {
  available: number;
  reserved: number;
}

/** Outcome of recomputing the ledger. */
export interface Audit {
  balanced: boolean;
  sum: number;
  /** Balances that do not follow from the entries. */
  findings: readonly unknown[];
}

/** An owner and what its callbacks are signed with. */
export interface Owner {
  id: string;
  callback_secret: string;
  callback_public_key: string;
}

/** A key, shown in full this once. */
export interface ApiKey {
  id: string;
  key: string;
}

/** Runs the commands against the server of one data directory. */
export interface Operator {
  createOwner(name: string): Promise<Owner>;
  createKey(owner: string, mode: Mode, scopes?: readonly string[]): Promise<ApiKey>;
  revokeKey(id: string): Promise<void>;
  grant(owner: string, mode: Mode, amount: number): Promise<void>;
  balances(owner: string): Promise<Record<Mode, Balance>>;
  audit(): Promise<Audit>;
}

const run = promisify(execFile);

/** The environment of the operator's commands: a database, or the embedded one of a data directory. */
export type OperatorSettings = Readonly<Record<'DATABASE_URL' | 'KEYFRAME_DATA', string>>;

/** Creates the operator of the server with these settings, with the commands of this version unless others are given. */
export function createOperator(settings: OperatorSettings, script: string = ADMIN_SCRIPT): Operator {
  const env = { ...process.env, ...settings };
  const admin = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [script, ...args, '--json'], { env });
    return JSON.parse(stdout);
  };
  return {
    createOwner: (name) => admin('team', 'create', '--name', name),
    createKey: (owner, mode, scopes) => {
      const chosen = scopes === undefined ? [] : ['--scopes', scopes.join(',')];
      return admin('key', 'create', '--owner', owner, '--mode', mode, ...chosen);
    },
    revokeKey: (id) => admin('key', 'revoke', '--id', id),
    grant: (owner, mode, amount) =>
      admin('credits', 'grant', '--owner', owner, '--mode', mode, '--amount', String(amount)),
    balances: (owner) => admin('credits', 'show', '--owner', owner),
    audit: () => admin('ledger', 'audit'),
  };
}
