// Decides how the regular expressions of documents are matched, so that no text takes more than linear time. All code that
// matches one calls this function.
import { readPattern } from '@keyframe/openapi-model';
import { linearPattern, parsePattern } from '@keyframe/openapi-runtime/patterns';
import { isLinear, isScannable } from './is-linear.ts';

/** A regular expression of the u flag, and the matcher that takes linear time. */
export interface SafePattern {
  source: string;
  /** `native` is the matcher of JavaScript, `linear` that of `linearPattern`. */
  matcher: 'linear' | 'native';
  expression: RegExp;
}

// The analysis follows nested groups recursively.
const MAX_GROUPS = 500;

// Documents repeat a few patterns hundreds of times.
const patterns = new Map<string, SafePattern | undefined>();

/**
 * Reads a regular expression of a document. Undefined if it is not one of ECMA-262, or no matcher takes linear time: it
 * refers to its own groups ambiguously, or repeats too much.
 */
export function readSafePattern(pattern: string): SafePattern | undefined {
  if (!patterns.has(pattern)) patterns.set(pattern, choose(pattern));
  return patterns.get(pattern);
}

function choose(pattern: string): SafePattern | undefined {
  const read = readPattern(pattern);
  const source = read?.kind === 'escapes' ? read.source : pattern;
  if (source === undefined || (read && read.kind !== 'escapes')) return undefined;
  if (source.split('(').length > MAX_GROUPS) return undefined;
  const node = parsePattern(source);
  if (isLinear(node)) return { source, matcher: 'native', expression: new RegExp(source, 'u') };
  if (!isScannable(node)) return undefined;
  return { source, matcher: 'linear', expression: linearPattern(source) };
}
