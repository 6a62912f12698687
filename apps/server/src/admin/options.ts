import { type Command, InvalidArgumentError, Option } from 'commander';
import { findOwner } from '../auth/owners.queries.ts';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { SCOPES, type Scope } from '../db/tables.ts';
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
  return command.requiredOption('--owner <id>', 'id of the owner');
}

export function addModeOption(command: Command): Command {
  return command.addOption(
    new Option('--mode <mode>', 'which balance the key spends')
      .choices(['live', 'test'])
      .makeOptionMandatory(),
  );
}

export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length !== new Set(names).size)
    throw new InvalidArgumentError(`Must be one or more of ${SCOPES.join(', ')}.`);
  return scopes;
}

export function parseAmount(text: string): number {
  const amount = /^\d+$/.test(text) ? Number(text) : 0;
  if (amount >= 1 && amount <= MAX_AMOUNT) return amount;
  throw new InvalidArgumentError(`Must be a whole number of credits from 1 to ${MAX_AMOUNT}.`);
}

/** @throws {UsageError} when there is no such owner */
export async function requireOwner(database: Database, id: string): Promise<void> {
  if ((await findOwner(database, id)) === undefined) throw new UsageError(`Owner ${id} not found.`);
}
