/** Codes of the system for a server that can't be reached, or no longer. */
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
/** SQLSTATE of a server that starts, stops, is full, or gave up on a statement: 08, 53, 57 and 25P03. */
const SQLSTATE = /^(08|53|57)[0-9A-Z]{3}$|^25P0[34]$/;
/** What node-postgres says without a code. */
const MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
];

/** Tells whether an error, or a cause of it, says that the database can't be reached now but may be later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK.has(code) || SQLSTATE.test(code)) return true;
  if (MESSAGES.some((message) => message.test(error.message))) return true;
  return isDatabaseUnavailable(error.cause);
}
