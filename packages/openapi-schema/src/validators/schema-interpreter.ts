import type { SchemaNode } from '../nodes/schema-node.ts';

/** Reports whether a schema accepts a value. */
export type Acceptor = (value: unknown) => boolean;

/** The part of the interpreter that single keywords use. */
export interface SchemaInterpreter {
  /** Whether a value must be of its `format`, or the format is an annotation. */
  readonly assertsFormats: boolean;
  /** Returns the function that decides about a schema; it may be called once all schemas are read. */
  accept: (schema: SchemaNode) => Acceptor;
}
