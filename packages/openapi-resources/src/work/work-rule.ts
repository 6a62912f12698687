import type { Operation, Response } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { DocumentReader } from '../document/document-reader.ts';
import type { ReadSchemas } from './read-schemas.ts';
import type { Certainty, WorkRule as RuleName } from './work.ts';
import type { MemberPath } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';

/** A start, and what its rules need. */
export interface RuleSearch {
  reader: DocumentReader;
  start: Operation;
  /** Its successes. */
  successes: readonly Response[];
  isAccepted: boolean;
  /** The objects in its response, the root first. */
  objects: readonly MemberPath[];
  /** The readers that may read its work. */
  readers: readonly StateReader[];
  /** The readers of the resource that the start acts on. */
  actedOn: readonly StateReader[];
  /** Starts with the schema of a response, by its pointer. */
  countStarts: (schema: SchemaNode) => number;
  schema: SchemaNode | undefined;
  /** The schemas that operations read. */
  reads: ReadSchemas;
}

/** A reader that a rule found. */
export interface RuleMatch {
  target: StateReader;
  /** An expression for the id. */
  id: string | undefined;
  /** An expression for a URL of the work. */
  url?: string | undefined;
  /** Sources of other arguments by name. */
  others?: ReadonlyMap<string, string>;
  evidence: string;
}

/** A rule that finds the reader of a start. */
export interface WorkRuleDefinition {
  name: RuleName;
  certainty: Certainty;
  /** Whether the start and its reader share one representation, which requests may set. */
  isSameRepresentation?: boolean;
  /** Whether it is evidence enough for a state without words. */
  allowsOpenState?: boolean;
  /** Whether the document itself calls the start work, whatever it looks like. */
  isDeclared?: boolean;
  find: (search: RuleSearch) => RuleMatch | undefined;
}
