/** How a consumer uses one part of a document. Locations are `file:line`, counts are of exchanges. */
export interface PlaceUse {
  /** The locations that read it. */
  reads?: string[];
  /** The locations that send it. */
  sends?: string[];
  /** The locations from which the value goes on where it cannot be followed: all below it counts as used. */
  whole?: string[];
  /** The constants of the document that it is compared with or sent as; absent if any value is. */
  values?: string[];
  /** The types of its recorded values, if the document allows several. */
  kinds?: string[];
  /** The number of recorded responses that had it. */
  received?: number;
  /** The number of recorded requests that had it. */
  sent?: number;
}

/** The use of an operation. */
export interface OperationUse {
  /** The locations that call it. */
  calls?: string[];
  /** The number of recorded exchanges. */
  exchanges?: number;
  /** The number of recorded responses by status. */
  statuses?: Record<string, number>;
}

/** The use of a document by one consumer; `usage.schema.json` describes it. */
export interface Usage {
  usage: 1;
  /** The name of the consumer; absent for traffic of any. */
  consumer?: string;
  document: { title: string; version: string };
  /** The day it was written, or that of the newest recorded exchange: `2026-11-29`. */
  date: string;
  /** By method and path, `GET /orders/{id}`. */
  operations: Record<string, OperationUse>;
  /** By JSON pointer in URI fragment form, `#/components/schemas/Order/properties/size`. */
  places: Record<string, PlaceUse>;
}

/** Writes a usage file: the same use is the same text, in whatever order it was found. */
export function formatUsage(usage: Usage): string {
  return `${JSON.stringify(sortMembers(usage), null, 1)}\n`;
}

const HEAD = ['usage', 'consumer', 'document', 'date', 'operations', 'places'];

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isText) ? [...new Set(value)].sort(compareLocations) : value;
  if (typeof value !== 'object' || value === null) return value;
  const rank = (name: string) => (HEAD.includes(name) ? HEAD.indexOf(name) : HEAD.length);
  const sorted = Object.entries(value).toSorted(
    ([left], [right]) => rank(left) - rank(right) || (left < right ? -1 : 1),
  );
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function compareLocations(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
