// Responses and requests with dates: of JavaScript or of Temporal in code, and texts in messages.
import type { WebhookErrors } from '../standard-webhooks/webhook-error.ts';
import { formatPath, type Issue } from '../validation/check.ts';
import { convertDates, type Dates } from './convert-dates.ts';
import { type ByResponse, handleBodies, handleItems } from './handle-bodies.ts';
import type { RequestWriter } from './operation-definition.ts';
import type { ResponseReader, StreamReader } from './reading.ts';

/**
 * Reads responses and converts the dates of their bodies.
 * @throws `errors.response` for a text that is not a date
 */
export function dated(read: ResponseReader, dates: ByResponse<Dates>): ResponseReader {
  return handleBodies(read, dates, convertDates);
}

/**
 * Reads a stream and converts the dates of each item.
 * @throws `errors.response` for a text that is not a date, which ends the stream
 */
export function datedItems(read: StreamReader, dates: Dates): StreamReader {
  return handleItems(read, dates, convertDates);
}

/**
 * Creates the conversion of the dates of a webhook's events.
 * @throws `errors.Webhook` for a text that is not a date
 */
export function datedEvent<TEvent>(dates: Dates, errors: WebhookErrors): (event: unknown) => TEvent {
  return (event) => {
    const { value, issue } = convertDates(dates, event);
    if (issue === undefined) return value as TEvent;
    const path = formatPath(issue.path);
    throw new errors.Webhook(`The body is not a documented event: ${path} ${issue.message}.`);
  };
}

const LOCATIONS = ['path', 'query', 'header', 'cookie', 'body'] as const;

/**
 * Replaces the dates of a request by their texts, before the other parts of it are written.
 * @throws `errors.configuration` for an invalid Date
 */
export const writeDates: RequestWriter = (_, request, { errors }) => {
  const reject = (path: Issue['path']) => errors.configuration(`${formatPath(path)} is an invalid Date.`);
  for (const location of LOCATIONS) {
    if (request[location] !== undefined)
      request[location] = writeTexts(request[location], [location], reject) as object;
  }
};

type Reject = (path: Issue['path']) => Error;

function writeTexts(value: unknown, path: Issue['path'], reject: Reject): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw reject(path);
    return value.toISOString();
  }
  if (Object.prototype.toString.call(value).startsWith('[object Temporal.')) return String(value);
  if (Array.isArray(value)) return value.map((item, index) => writeTexts(item, [...path, index], reject));
  const prototype = Object.getPrototypeOf(value);
  // Files, forms and streams have no dates.
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    writeTexts(member, [...path, name], reject),
  ]);
  return Object.fromEntries(entries);
}
