import type { Command, OptionSpec } from './command.ts';
import { UsageError } from './usage-error.ts';

type Value = boolean | string | readonly string[] | undefined;

/** Completes what was parsed by the declaration of a command: defaults, choices, number of arguments. Throws UsageError. */
export function readCall(
  command: Command,
  positionals: readonly string[],
  given: (name: string) => Value,
): { values: Record<string, Value>; positionals: readonly string[] } {
  checkArguments(command, positionals);
  const values = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [name, readValue(name, spec, given(name))]),
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

function readValue(name: string, spec: OptionSpec, given: Value): Value {
  if (spec.value === undefined) return given ?? false;
  if (spec.isRequired && given === undefined) throw new UsageError(`Missing option --${name} ${spec.value}.`);
  const value = given ?? (spec.isRepeatable ? [] : spec.default);
  for (const text of [value ?? []].flat()) checkChoice(name, spec, String(text));
  return value;
}

function checkChoice(name: string, { choices }: OptionSpec, text: string): void {
  if (choices === undefined || choices.includes(text)) return;
  const allowed = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`;
  throw new UsageError(`--${name} must be ${allowed} (got "${text}").`);
}
