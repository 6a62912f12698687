import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** The output of a command: data goes to `out`, all messages for people to `err`. */
export interface Streams {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Ends a command that runs until it is stopped. */
  signal: AbortSignal;
}

/** One command: how it is called, and what it does with the words that follow its name. */
export interface Command {
  usage: string;
  /** Returns the exit status: 0 fine, 1 findings. */
  run: (words: readonly string[], streams: Streams) => Promise<number>;
}

/** Reads the words of a command: one document and the options given. Throws UsageError. */
export function readWords<const TOptions extends OptionsConfig>(words: readonly string[], options: TOptions) {
  const { values, positionals } = parseWords(words, options);
  const [document, ...rest] = positionals;
  if (document === undefined || rest.length > 0) throw new UsageError('Expected exactly one document.');
  return { document, values };
}

function parseWords<const TOptions extends OptionsConfig>(words: readonly string[], options: TOptions) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
