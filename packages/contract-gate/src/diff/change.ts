import type { JsonValue, LocatedSchema, OpenApiModel, Operation } from '@keyframe/openapi-model';

/** How much a change matters: an `error` breaks those who rely on the old document, an `info` breaks nobody. */
export type ChangeLevel = 'error' | 'warning' | 'info';

/** One difference in meaning between two versions of a document. */
export interface Change {
  /** The id of a rule; `DIFF_RULES` has it. */
  rule: string;
  level: ChangeLevel;
  /** The affected operations, `POST /v1/x`; empty if it is about the document as a whole. */
  operations: string[];
  /** JSON pointer into the document of `side`: the new one, or the old one if the new one lacks the part. */
  pointer: string;
  side: 'old' | 'new';
  message: string;
  before: string;
  after: string;
  /** A message that the sending side may send and the receiving side now rejects. */
  witness?: JsonValue;
}

/** A message with its sender: a schema may become narrower for the sender, and wider for the receiver. */
export interface Message {
  name: 'request' | 'response' | 'callback-request' | 'callback-response';
  sender: 'client' | 'server';
}

export const MESSAGES = {
  request: { name: 'request', sender: 'client' },
  response: { name: 'response', sender: 'server' },
  'callback-request': { name: 'callback-request', sender: 'server' },
  'callback-response': { name: 'callback-response', sender: 'client' },
} as const satisfies Record<Message['name'], Message>;

/** A value in both versions; undefined where a version lacks it. */
export interface Pair<TValue> {
  old: TValue;
  new: TValue;
}

export type SchemaPair = Pair<LocatedSchema>;

/** Returns the same text for pairs of the same schemas. */
export function getKey({ old, new: next }: Pair<{ pointer: string }>): string {
  return `${old.pointer} ${next.pointer}`;
}

/** The operations of both versions, and those that only one of them has. */
export interface OperationPairs {
  pairs: readonly Pair<Operation>[];
  removed: readonly Operation[];
  added: readonly Operation[];
}

/** The two documents, and where changes go. */
export interface Comparison {
  models: Pair<OpenApiModel>;
  operations: OperationPairs;
  /** `2026-11-22`: deprecated parts may go once their sunset is before it. */
  today: string;
  /** Reports a change; those of one cause are one finding, however many messages contain it. */
  report: (change: Change, cause?: string) => void;
}

const LONGEST_VALUE = 120;

/** Writes a value on one line, shortened to what a line of a report has room for. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
