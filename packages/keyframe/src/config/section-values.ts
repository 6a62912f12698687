import { isJsonObject } from '@keyframe/openapi-model';
import type { Command, OptionTable } from '@keyframe/openapi-tooling/command/run';
import type { ApiConfig } from './keyframe-config.ts';
import { CONFIG_NAME, checkMembers } from './load-config.ts';

type Value = boolean | string | readonly string[];

/** The sections of an API that set options of commands. */
export type Section = Exclude<keyof ApiConfig, 'document' | 'read' | 'start'>;

/**
 * Reads the options of a command from the configuration of an API, by their names on the command line. Throws UsageError
 * for a member that is not an option.
 */
export function readSection(
  { name, api }: { name: string; api: ApiConfig },
  section: Section | undefined,
  { options }: Pick<Command, 'options'>,
): Readonly<Record<string, Value>> {
  const own = section && api[section];
  const location = `${CONFIG_NAME}: apis.${name}.${section}`;
  // `against` is an argument, not an option.
  if (own) checkMembers(location, own, ['against', ...Object.keys(options).map(toCamelCase)]);
  const known = Object.entries(api.read ?? {}).filter(([key]) => toKebabCase(key) in options);
  return Object.fromEntries(
    [...known, ...Object.entries(own ?? {})].map(([key, value]) => [
      toKebabCase(key),
      convertValue(options, toKebabCase(key), value),
    ]),
  );
}

function convertValue(options: OptionTable, name: string, value: unknown): Value {
  if (options[name]?.value === undefined) return value === true;
  if (isJsonObject(value))
    return Object.entries(value).map(([entry, names]) => `${entry}=${[names].flat().map(String).join(',')}`);
  return Array.isArray(value) ? value.map(String) : String(value);
}

function toKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Names an option of the command line as the configuration does. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
