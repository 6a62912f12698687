import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { KeywordName } from '@keyframe/openapi-schema';
import type { Comparison, SchemaPair } from '../change.ts';
import type { MemberAim } from './candidates.ts';
import type { Step } from './embedding.ts';
import type { SchemaRuleName } from './schema-rules.ts';
import type { Shape } from './shape.ts';

/** A change that the walk found. */
export interface Found {
  kind: SchemaRuleName;
  /** The part that changed, for people: `maxLength`. */
  what: string;
  before?: unknown;
  after?: unknown;
  /** Values that probably show it. */
  hints?: readonly JsonValue[];
  /** Effect on the accepted values; set if the rule does not imply it. */
  effect?: 'narrower' | 'wider';
  /** The members one of which must show it. */
  members?: readonly MemberAim[];
  /** The keywords that changed: a value must be refused by them, and by no other. */
  keywords?: readonly KeywordName[];
  /** The alternative that came or went: a value must be one of it. */
  alternative?: LocatedSchema & { side: 'old' | 'new' };
  /** The changed schema, if it is not the current one of the walk. */
  at?: LocatedSchema & { side: 'old' | 'new' };
}

/** Current position of a walk in both versions. */
export interface Walk {
  old: Shape;
  new: Shape;
  report: (finding: Found) => void;
  /** Goes on with a part of both versions. */
  descend: (pair: SchemaPair, step: Step) => void;
  models: Comparison['models'];
  /** Reports whether two schemas differ in anything but prose. */
  differs: (pair: SchemaPair) => boolean;
}
