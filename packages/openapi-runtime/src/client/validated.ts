// Responses that are checked by the schemas of their document.
import { type Check, findIssue, type Handled } from '../validation/check.ts';
import { type ByResponse, handleBodies, handleItems } from './handle-bodies.ts';
import type { ResponseReader, StreamReader } from './reading.ts';

/** Checks of JSON bodies by status, range (`4XX`) or `default`, and media type. */
export type ResponseChecks = ByResponse<Check>;

/**
 * Reads responses and checks their bodies.
 * @throws `errors.response` for a body that its schema rejects
 */
export function validated(read: ResponseReader, checks: ResponseChecks): ResponseReader {
  return handleBodies(read, checks, checkValue);
}

/**
 * Reads a stream and checks each item when it is requested.
 * @throws `errors.response` for an item that its schema rejects, which ends the stream
 */
export function validatedItems(read: StreamReader, check: Check): StreamReader {
  return handleItems(read, check, checkValue);
}

function checkValue(check: Check, value: unknown): Handled {
  return { value, issue: findIssue(check, value) };
}
