import { Name } from '@keyframe/console-contract/hono';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { SCOPES, type Scope } from '../db/tables.ts';
import { findOwner } from '../owners/owners.queries.ts';
import { escapeControls } from '../telemetry/escape-controls.ts';
import { UsageError } from './usage-error.ts';

/** The largest grant: sums stay exact integers. */
const MAX_AMOUNT = 1_000_000_000_000;

export interface OwnerOption {
  readonly owner: string;
}

export interface ModeOption {
  readonly mode: Mode;
}

export function addOwnerOption(command: Command): Command {
  return command.requiredOption('--owner <id>', 'id of the team');
}

export function addModeOption(command: Command): Command {
  return command.addOption(
    new Option('--mode <mode>', 'which of the two balances').choices(['live', 'test']).makeOptionMandatory(),
  );
}

/** Reads a name of a team or a key, as the API of the console accepts it. */
export function parseName(text: string): string {
  if (Name.safeParse(text).success) return text;
  throw new InvalidArgumentError('Must be 1 to 100 characters on one line, without invisible characters.');
}

export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length !== new Set(names).size)
    throw new InvalidArgumentError(`Must be one or more of ${SCOPES.join(', ')}.`);
  return scopes;
}

/** Reads a moment in the future, as ISO 8601. */
export function parseExpiry(text: string): Date {
  const moment = new Date(text);
  if (moment.getTime() > Date.now()) return moment;
  throw new InvalidArgumentError('Must be a time in the future, such as 2030-01-31T12:00:00Z.');
}

export function parseAmount(text: string): number {
  const amount = /^\d+$/.test(text) ? Number(text) : 0;
  if (amount >= 1 && amount <= MAX_AMOUNT) return amount;
  throw new InvalidArgumentError(`Must be a whole number of credits from 1 to ${MAX_AMOUNT}.`);
}

const MAX_REFERENCE_LENGTH = 200;

/** Reads what a grant is for, on one line. */
export function parseReference(text: string): string {
  if (text.length >= 1 && text.length <= MAX_REFERENCE_LENGTH && escapeControls(text) === text) return text;
  throw new InvalidArgumentError(`Must be 1 to ${MAX_REFERENCE_LENGTH} characters on one line.`);
}

/** @throws {UsageError} when there is no such owner */
export async function requireOwner(database: Database, id: string): Promise<void> {
  if ((await findOwner(database, id)) === undefined) throw new UsageError(`Team ${id} not found.`);
}
