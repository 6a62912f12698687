// The option of the command line that overrides entries of the table.
import { OpenApiModelError } from '@keyframe/openapi-model/document';
import {
  type ConventionName,
  type ConventionOverrides,
  isConventionName,
  listConventions,
} from './conventions.ts';

/** The option, the same in every command. */
export const CONVENTION_OPTIONS = {
  conventions: {
    topic: 'reading the document',
    value: '<entry=names>',
    description:
      'replace the names of an entry of the table of conventions: "cursor=pageKey,next_key", or a pattern, "steady=/^created/i" (repeatable)',
    isRepeatable: true,
    read: readConventions,
  },
} as const;

/** Error thrown for an entry that the table lacks, or a pattern that is invalid. */
export class ConventionInvalidError extends OpenApiModelError {
  readonly code = 'convention_invalid';
}

/** Reads the values of the option, or names by entries. Throws ConventionInvalidError. */
export function readConventions(
  value: readonly string[] | Readonly<Record<string, RegExp | readonly string[]>>,
): ConventionOverrides {
  const pairs = Array.isArray(value)
    ? value.map((text) => splitConvention(String(text)))
    : Object.entries(value);
  const overrides: { [TName in ConventionName]?: RegExp | readonly string[] } = {};
  for (const [entry, names] of pairs) {
    if (!isConventionName(entry)) {
      const entries = listConventions().map(({ name }) => name);
      throw new ConventionInvalidError(`Unknown convention "${entry}" (known: ${entries.join(', ')}).`);
    }
    overrides[entry] = typeof names === 'string' ? readNames(entry, names) : names;
  }
  return overrides;
}

function splitConvention(text: string): [entry: string, names: string] {
  const end = text.includes('=') ? text.indexOf('=') : text.length;
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Writes overrides as values of the option. */
export function formatConventions(overrides: ConventionOverrides = {}): string[] {
  return Object.entries(overrides).map(
    ([entry, names]) => `${entry}=${names instanceof RegExp ? names : names.join(',')}`,
  );
}

function readNames(entry: string, text: string): RegExp | readonly string[] {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  if (source === undefined) return text.split(',').filter((name) => name !== '');
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw new ConventionInvalidError(`The pattern of the convention "${entry}" is invalid: ${text}`, {
      cause,
    });
  }
}
