/** Codes of the operating system for a server that cannot be reached, or no longer. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE of a server that starts, stops, is full, canceled a statement (08, 53, 57, 25P03) or only reads (25006). */
const SQLSTATE = /^(08|53|57)[0-9A-Z]{3}$|^25P0[34]$|^25006$/;
/** Messages of node-postgres that have no code. */
const MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
];

/** Checks whether an error, or a cause of it, means that the database cannot be used now but may be later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK.has(code) || SQLSTATE.test(code)) return true;
  if (MESSAGES.some((message) => message.test(error.message))) return true;
  return isDatabaseUnavailable(error.cause);
}
