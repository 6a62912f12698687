import type { Operation, Response } from '@keyframe/openapi-model';
import type { SchemaSpace } from '../schema/schema-space.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';

/** A rule that servers are held to; the pages that explain findings are made from these. */
export interface Check {
  /** Kebab-case; findings and baselines name it. */
  id: string;
  title: string;
  /** What is wrong when it finds something, and what to do about it. */
  explanation: string;
  severity: 'error' | 'warning';
}

/** What a check found, before it is joined with the exchange that shows it. */
export interface Violation {
  check: Check;
  /** Into the document, in URI fragment form. */
  pointer: string;
  message: string;
  expected: string;
  received: string;
}

/** A response with all that checks know about it. */
export interface JudgedExchange {
  operation: Operation;
  request: WireRequest;
  response: WireResponse;
  /** What the document says of this status; undefined when it says nothing. */
  documented: Response | undefined;
  /** The body, where it is JSON. */
  body: ParsedBody;
  space: SchemaSpace;
}

export type ParsedBody = { kind: 'empty' | 'malformed' | 'other' } | { kind: 'json'; value: unknown };

/** Judges one response. */
export type ResponseCheck = (exchange: JudgedExchange) => Violation[];

/** Says which keyword a value violates, and where in it: `"items.0.size" violates "maximum"`. */
export function violationText(path: readonly (number | string)[], keyword: string, whole: string): string {
  const place = path.length > 0 ? `"${path.join('.')}"` : whole;
  // The schema `false`: of a writeOnly property in a response, or of what `additionalProperties: false` forbids.
  return keyword === 'false' ? `${place} must not be present` : `${place} violates "${keyword}"`;
}

const SHOWN = 160;

/** Shortens a text so that it fits on a line. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

/** Writes a value so that it fits on a line. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}
