// State that all comparisons of one operation share: its name, and the reporting of changes.
import type { LocatedSchema, Operation } from '@keyframe/openapi-model';
import { type Comparison, formatValue, type Message, type Pair } from './change.ts';
import { DOCUMENT_RULES, type DocumentRule, type DocumentRuleName } from './document-rules.ts';
import type { SchemaComparison } from './schema/compare-schemas.ts';

export interface ReportedChange {
  rule: DocumentRuleName;
  /** Readable name of the changed part: `query parameter "page"`. */
  what: string;
  pointer: string;
  side?: 'old' | 'new';
  before?: unknown;
  after?: unknown;
}

/** One operation, callback or webhook in both versions, or the document as a whole. */
export interface Context {
  comparison: Comparison;
  schemas: SchemaComparison;
  /** `POST /v1/x`; empty for the document as a whole. */
  operation: string;
  /** Whether the server sends the request: it is a callback or a webhook. */
  isReversed: boolean;
  report: (change: ReportedChange) => void;
}

/** The state of the whole comparison. */
export type Base = Pick<Context, 'comparison' | 'schemas'>;

/** Creates the context of an operation. */
export function createContext(base: Base, operation: string, isReversed: boolean): Context {
  const { comparison } = base;
  const report = ({ rule, what, pointer, side = 'new', before, after }: ReportedChange): void => {
    const { level, title }: DocumentRule = DOCUMENT_RULES[rule];
    comparison.report({
      rule,
      level,
      operations: operation === '' ? [] : [operation],
      pointer,
      side,
      message: `${title}: ${what}.`,
      before: formatValue(before),
      after: formatValue(after),
    });
  };
  return { ...base, operation, isReversed, report };
}

/** Returns the key of an operation in both versions: the names of its path parameters do not matter. */
export function operationKey({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

/** A message, or a value of it with a name: a parameter, a header. */
interface NamedMessage extends Message {
  valueName?: string;
}

/** Compares the schemas of both versions of a message, or of a part of it; a missing one accepts everything. */
export function compareSchemas(
  { schemas, operation }: Context,
  message: NamedMessage,
  { old, new: after }: Pair<LocatedSchema | undefined>,
): void {
  if (!old && !after) return;
  schemas.compare(
    message,
    { operation, name: message.valueName ?? '' },
    {
      old: old ?? { schema: true, pointer: `${after?.pointer}~absent` },
      new: after ?? { schema: true, pointer: `${old?.pointer}~absent` },
    },
  );
}
