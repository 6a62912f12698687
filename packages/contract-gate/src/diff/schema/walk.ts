import type { Json } from '@keyframe/openapi-hono/testing';
import type { LocatedSchema } from '@keyframe/openapi-model';
import type { Comparison, SchemaPair } from '../change.ts';
import type { SchemaRuleName } from './schema-rules.ts';
import type { Shape } from './shape.ts';
import type { Frame, Step } from './witness.ts';

/** A change that the walk found. */
export interface Found {
  kind: SchemaRuleName;
  /** The part that changed, for people: `maxLength`. */
  what: string;
  before?: unknown;
  after?: unknown;
  /** Values that probably show it. */
  hints?: readonly Json[];
  /** Effect on the accepted values; set if the rule does not imply it. */
  effect?: 'narrower' | 'wider';
  /** The member that a value must have to show it. */
  member?: string;
  /** The changed schema, if it is not the current one of the walk. */
  at?: LocatedSchema & { side: 'old' | 'new' };
}

/** Current position of a walk in both versions. */
export interface Walk {
  frames: readonly Frame[];
  old: Shape;
  new: Shape;
  report: (found: Found) => void;
  /** Goes on with a part of both versions. */
  descend: (pair: SchemaPair, step: Step) => void;
  models: Comparison['models'];
}
