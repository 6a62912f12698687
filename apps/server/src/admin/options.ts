import { UsageError } from '@keyframe/cli/command';
import { Name } from '@keyframe/console-contract/hono';
import type { Database } from '../db/database.ts';
import { SCOPES, type Scope } from '../db/tables.ts';
import { findOwner } from '../owners/owners.queries.ts';
import { escapeControls } from '../telemetry/escape-controls.ts';

/** The largest grant: sums stay exact integers. */
const MAX_AMOUNT = 1_000_000_000_000;
const MAX_REFERENCE_LENGTH = 200;

export const JSON_OPTION = { json: { description: 'prints JSON' } } as const;
export const OWNER_OPTION = {
  owner: { value: '<id>', description: 'id of the team', isRequired: true },
} as const;
export const MODE_OPTION = {
  mode: {
    value: '<mode>',
    description: 'live or test: the balance',
    choices: ['live', 'test'],
    isRequired: true,
  },
} as const;

/** Reads a name of a team or a key, as the API of the console accepts it. */
export function readName(text: string): string {
  if (Name.safeParse(text).success) return text;
  throw new UsageError('--name must be 1 to 100 characters on one line, without invisible characters.');
}

export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length === new Set(names).size) return scopes;
  throw new UsageError(`--scopes must be one or more of ${SCOPES.join(', ')}.`);
}

/** Reads a moment in the future, as ISO 8601. */
export function readExpiry(text: string): Date {
  const moment = new Date(text);
  if (moment.getTime() > Date.now()) return moment;
  throw new UsageError('--expires must be a time in the future, such as 2030-01-31T12:00:00Z.');
}

export function readAmount(text: string): number {
  const amount = /^\d+$/.test(text) ? Number(text) : 0;
  if (amount >= 1 && amount <= MAX_AMOUNT) return amount;
  throw new UsageError(`--amount must be a whole number of credits from 1 to ${MAX_AMOUNT}.`);
}

/** Reads what a grant is for, on one line. */
export function readReference(text: string): string {
  if (text.length >= 1 && text.length <= MAX_REFERENCE_LENGTH && escapeControls(text) === text) return text;
  throw new UsageError(`--reference must be 1 to ${MAX_REFERENCE_LENGTH} characters on one line.`);
}

/** @throws {UsageError} when there is no such owner */
export async function requireOwner(database: Database, id: string): Promise<void> {
  if ((await findOwner(database, id)) === undefined) throw new UsageError(`Team ${id} not found.`);
}
