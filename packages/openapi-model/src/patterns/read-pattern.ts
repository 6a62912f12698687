// Reads regular expressions as their authors mean them. JSON Schema recommends those of ECMA-262 with the u flag, which
// rejects what other dialects accept.
import { RegExpValidator } from '@eslint-community/regexpp';
import { applyFlags } from './apply-flags.ts';
import { rewriteAtoms } from './rewrite-atoms.ts';

/** A pattern that only other dialects accept, and its meaning with the u flag. */
export interface ReadPattern {
  /**
   * `escapes`: needless or missing backslashes, which change nothing. `dialect`: syntax of other dialects with one
   * meaning. `invalid`: it has no certain meaning.
   */
  kind: 'dialect' | 'escapes' | 'invalid';
  /** An equal pattern of the u flag; undefined if it is invalid. */
  source: string | undefined;
  /** The parts that the u flag rejects, and why. */
  reason: string;
}

// Compiled code runs in older engines as well, so syntax of later editions is not accepted.
const validator = new RegExpValidator({ ecmaVersion: 2024 });
const patterns = new Map<string, ReadPattern | undefined>();

/** Reads a pattern; undefined if it is one of ECMA-262 with the u flag. */
export function readPattern(source: string): ReadPattern | undefined {
  if (!patterns.has(source))
    patterns.set(source, findError(source) === undefined ? undefined : rewrite(source));
  return patterns.get(source);
}

function rewrite(source: string): ReadPattern {
  const { flags, rest } = splitFlags(source);
  const { text, escapes, dialect, invalid } = rewriteAtoms(rest, { isMultiline: flags.includes('m') });
  const added = [...(flags === '' ? [] : [`(?${flags})`]), ...dialect];
  const plain = findError(text) === undefined ? applyFlags(text, flags) : undefined;
  if (invalid.length > 0 || plain === undefined || findError(plain) !== undefined) {
    const [reason] = invalid;
    const error = reason ?? findError(text) ?? 'its flags cannot be applied';
    return { kind: 'invalid', source: undefined, reason: error };
  }
  const kind = added.length > 0 ? 'dialect' : 'escapes';
  return { kind, source: plain, reason: [...new Set([...added, ...escapes])].join(', ') };
}

function splitFlags(source: string): { flags: string; rest: string } {
  const [whole = '', anchor = '', flags = ''] = /^(\^?)\(\?([imsu]+)\)/.exec(source) ?? [];
  return { flags, rest: anchor + source.slice(whole.length) };
}

/** Returns the reason why a pattern is not one of ECMA-262 with the u flag; undefined if it is. */
function findError(source: string): string | undefined {
  try {
    validator.validatePattern(source, 0, source.length, { unicode: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*\/u?: /s, '').toLowerCase() : String(error);
  }
}
