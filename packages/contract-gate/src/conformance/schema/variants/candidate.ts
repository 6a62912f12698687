import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { Random } from '../../random.ts';
import type { ObjectSchema, SchemaSpace } from '../schema-space.ts';

/** A place inside of a value, and the schemas that it is held to. */
export interface ValueNode {
  path: readonly (number | string)[];
  value: JsonValue;
  schemas: readonly LocatedSchema[];
  /** The schemas with all that judges the same value. */
  places: readonly ObjectSchema[];
}

/** What takes the place of a value to try one keyword. */
export interface Candidate {
  value: JsonValue;
  /** What was done, for people: `one character too many`. */
  label: string;
}

/** What candidates are made with. */
export interface CandidateTools {
  space: SchemaSpace;
  random: Random;
  /** Builds another value of a schema. */
  build: (schemas: readonly LocatedSchema[]) => JsonValue;
}

/** Makes the candidates of the keyword that a schema holds. */
export type CandidateMaker = (place: ObjectSchema, node: ValueNode, tools: CandidateTools) => Candidate[];
