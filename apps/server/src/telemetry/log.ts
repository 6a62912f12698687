import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

/** Structured log. Task ids and outcomes are logged, keys and prompts never. */
export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Creates the process's log: JSON lines on standard error, so that commands keep standard output. */
export function createLog(level: LogLevel): Log {
  return pino(logOptions(level), pino.destination({ fd: 2, sync: true }));
}

/** What every log of ours has: no host, no key, no prompt. */
export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    serializers: { err: serializeError },
    redact: ['authorization', 'headers.authorization', 'prompt', 'input'],
  };
}

/** An error of drizzle lists the query's parameters, prompts among them: its cause says what happened without. */
function serializeError(error: Error): ReturnType<typeof stdSerializers.err> {
  const isQueryError = 'query' in error && error.cause instanceof Error;
  return stdSerializers.err(isQueryError ? (error.cause as Error) : error);
}
