import { type Logger, pino } from 'pino';

/** Structured log. Task ids and outcomes are logged, keys and prompts never. */
export type Log = Logger;

/** Creates the process's log: JSON lines on standard error, so that commands keep standard output. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  return pino(
    { level, base: null, redact: ['authorization', 'headers.authorization', 'prompt', 'input'] },
    pino.destination({ fd: 2, sync: true }),
  );
}
