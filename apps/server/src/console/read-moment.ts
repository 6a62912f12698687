import { invalidRequest } from './errors.ts';

/** Reads a time of a query. PostgreSQL knows no leap seconds, and a Date no time zone that is more than a day off. */
export function readMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime()) && moment.getTime() >= 0) return moment;
  throw invalidRequest(`${name}: must be a time since 1970 (RFC 3339)`, name);
}
