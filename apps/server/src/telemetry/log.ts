import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { escapeControlsInJson } from './escape-controls.ts';
import { withoutQuery } from './without-query.ts';

/** Structured log. Task ids and outcomes are logged, keys and prompts never. */
export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Creates the process's log: JSON lines on standard error, so that commands keep standard output. */
export function createLog(level: LogLevel): Log {
  const stderr = pino.destination({ fd: 2, sync: true });
  return pino(logOptions(level), { write: (line) => void stderr.write(escapeControlsInJson(line)) });
}

const CONSOLE_METHODS = { debug: 'debug', info: 'info', log: 'info', warn: 'warn', error: 'error' } as const;

/** Sends to the log of the process what libraries write with `console`, and Node's warnings, so that no line is without JSON. */
export function captureConsole(log: Log): void {
  for (const [method, level] of Object.entries(CONSOLE_METHODS)) {
    Object.assign(console, {
      [method]: (...values: unknown[]) =>
        log[level]({ part: 'console' }, format(...values.map(withoutParameters))),
    });
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}

/** Options of every log: no host, no key, no prompt. */
export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    serializers: { err: serializeError },
    formatters: { log: roundMilliseconds },
    redact: ['authorization', 'headers.authorization', 'prompt', 'input'],
  };
}

const withoutParameters = (value: unknown) =>
  value instanceof Error ? serializeError(value).message : value;

/** Logs delays and durations, whose names end in `Ms`, as whole milliseconds. */
function roundMilliseconds(fields: Record<string, unknown>): Record<string, unknown> {
  const round = ([name, value]: [string, unknown]) =>
    [name, name.endsWith('Ms') && typeof value === 'number' ? Math.round(value) : value] as const;
  return Object.fromEntries(Object.entries(fields).map(round));
}

/** Keeps only plain values: an error of a pooled connection holds the connection with all of its state. */
function serializeError(error: Error): ReturnType<typeof stdSerializers.err> {
  const serialized = stdSerializers.err(withoutQuery(error));
  for (const [name, value] of Object.entries(serialized)) {
    if (typeof value === 'object' && name !== 'aggregateErrors') delete serialized[name];
  }
  return serialized;
}
