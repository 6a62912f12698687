import type { ParseArgsOptionsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** Output streams and environment of a command. */
export interface Streams {
  /** Data. */
  out: (text: string) => void;
  /** Everything for people that is no data: progress, errors. */
  err: (text: string) => void;
  /** Ends a command before its time. */
  signal: AbortSignal;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether progress may overwrite its line. */
  isTerminal: boolean;
}

/** One command: how it is called, and what it does with the words that follow its name. */
export interface Command {
  usage: string;
  /** Returns the exit status: 0 conforms, 1 findings. Throws UsageError. */
  run: (words: readonly string[], streams: Streams) => Promise<0 | 1>;
}

/** Reads the words of a command. Throws UsageError. */
export function readWords<const TOptions extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: TOptions,
  positional: readonly string[],
) {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length !== positional.length) {
    throw new UsageError(
      `Expected ${positional.join(' and ') || 'no arguments'} (got ${positionals.join(' ') || 'nothing'}).`,
    );
  }
  return { values, positionals };
}

function parseWords<const TOptions extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: TOptions,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(formatCause(cause), { cause });
  }
}

// Replaces the messages of Node, which address programmers.
function formatCause(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, unknown] = /^Unknown option '([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) return `Unknown option ${unknown}.`;
  const [, missing] = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument/.exec(message) ?? [];
  return missing === undefined ? message : `${missing} needs a value.`;
}

/** The options of every command that reports. */
export const REPORT_OPTIONS = {
  report: { type: 'string', multiple: true, default: [] as string[] },
  baseline: { type: 'string' },
} as const;

export const REPORT_USAGE = `  --report <F=file,…>   also write json, junit, sarif, html, har or markdown to files (repeatable)
  --baseline <file>     accept the findings that this file lists with reasons; report those that no longer occur`;

/** The options of every command that can be about some operations only. */
export const FILTER_OPTIONS = {
  include: { type: 'string', multiple: true, default: [] as string[] },
  exclude: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export const FILTER_USAGE = `  --include <what>      only "POST /v1/x", a path, an operationId, tag:x, a webhook or a JSON pointer (repeatable)
  --exclude <what>      leave these out (repeatable)`;

/** Reads a whole number within bounds. Throws UsageError. */
export function readCount(
  option: string,
  text: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && number <= most && text !== '') return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or greater` : `between ${least} and ${most}`;
  throw new UsageError(`--${option} must be a whole number, ${range} (got "${text}").`);
}
