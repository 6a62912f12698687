import type { Code } from '@keyframe/openapi-codegen';
import type { Types } from '../nodes/json-types.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import type { Statement } from './statement.ts';
import type { FunctionParts } from './validator-module.ts';

/** The set of types that a value can still have; undefined for any. */
export type Known = Types | undefined;

/** The value that statements speak of: the variable that holds it, and what was found out about it before. */
export interface Subject {
  name: string;
  known: Known;
  scope: Scope;
}

/** Numbers the variables of a function. */
export interface Scope {
  count: number;
}

/** The part of the compiler of validators that printers of single keywords use. */
export interface ValidatorPrinter {
  /** Whether a value must be of its `format`, or the format is an annotation. */
  readonly assertsFormats: boolean;
  /** Names the function that decides about a schema, for values whose type is known beforehand. */
  decide: (schema: SchemaNode, types?: Known) => string;
  /** Writes a function about a schema once for each kind, and names it. */
  function: (kind: string, schema: SchemaNode, writeParts: (name: string) => FunctionParts) => string;
  /** Names a constant of the module. */
  constant: (prefix: string, code: Code, type?: string) => string;
  /** Names a constant that holds a regular expression. */
  pattern: (source: string) => string;
  /** Makes a variable that no other of the function is called. */
  variable: (subject: Subject, prefix?: string) => string;
  /** Writes the statements that refuse a value which the schema does not accept. */
  statements: (schema: SchemaNode, subject: Subject) => Statement[];
}
