import type { Command, OptionSpec } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Values of options by their names, as the command line or the configuration contains them; undefined without one. */
export interface CallSource {
  find(name: string): unknown;
  /** Names an option in messages: `--port` by default. */
  label?(name: string): string;
}

/** Completes and converts what was passed by the declaration of a command: defaults, choices, number of arguments. Throws UsageError. */
export function readCall(
  command: Command,
  positionals: readonly string[],
  { find, label = (name) => `--${name}` }: CallSource,
): { values: Record<string, unknown>; positionals: readonly string[] } {
  checkArguments(command, positionals);
  const values = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [name, readValue(spec, find(name), label(name))]),
  );
  return { values, positionals };
}

function checkArguments({ arguments: names, expected }: Command, positionals: readonly string[]): void {
  const isVariadic = names.some((name) => name.includes('…'));
  const required = names.filter((name) => !name.startsWith('[')).length;
  const most = isVariadic ? Number.POSITIVE_INFINITY : names.length;
  if (positionals.length >= required && positionals.length <= most) return;
  throw new UsageError(
    expected === undefined
      ? `Expected ${names.join(' and ') || 'no arguments'} (got ${positionals.join(' ') || 'nothing'}).`
      : `Expected ${expected}.`,
  );
}

function readValue(spec: OptionSpec, passed: unknown, label: string): unknown {
  const { value: placeholder, isRequired, isRepeatable, read } = spec;
  if (placeholder === undefined) return readSwitch(passed ?? false, label);
  if (isRequired && passed === undefined) throw new UsageError(`Missing option ${label} ${placeholder}.`);
  const value = passed ?? (isRepeatable ? [] : spec.default);
  if (value === undefined) return undefined;
  if (read !== undefined) return read(value as never, label);
  const texts = isRepeatable && Array.isArray(value) ? value : [value];
  for (const text of texts) checkText(text, spec, label);
  return isRepeatable ? texts : value;
}

function readSwitch(value: unknown, label: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new UsageError(`${label} must be true or false (got ${JSON.stringify(value)}).`);
}

function checkText(text: unknown, { choices }: OptionSpec, label: string): void {
  if (typeof text !== 'string') {
    throw new UsageError(`${label} must be a text (got ${JSON.stringify(text)}).`);
  }
  if (choices === undefined || choices.includes(text)) return;
  const allowed = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`;
  throw new UsageError(`${label} must be ${allowed} (got "${text}").`);
}
