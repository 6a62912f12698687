import type { Code } from '@keyframe/openapi-codegen';
import type { ObjectNode, PropertyNode, SchemaNode } from '../nodes/schema-node.ts';

/** A step from the schema that is printed to a schema inside: to the items of a list, or to a member. */
export type Step = 'item' | 'member';

/** The type of a scalar, and the steps that lead to it. */
export interface ScalarContext {
  readonly type: 'number' | 'string' | undefined;
  readonly steps: readonly Step[];
}

/** Properties of a type that do not follow from its schema: the message that contains it, and the names around it. */
export interface TypeContext {
  /** Whether members with a default are present. */
  readonly areDefaultsFilled?: boolean;
  /** Whether a schema without `type` has the types that its keywords apply to; otherwise it has every other type, too. */
  readonly areTypesImplied?: boolean;
  /** Whether lists with few items are tuples, by `minItems` and `maxItems`. */
  readonly areLengthsTyped?: boolean;
  /** Whether lists are `readonly`. */
  readonly areListsReadonly?: boolean;
  /** Lists the members that are not in the type. */
  readonly listOmitted: (object: ObjectNode) => readonly string[];
  /** Names the type of the target of a reference; undefined if the target is printed in place. */
  readonly nameReference: (target: SchemaNode, steps: readonly Step[]) => Code | undefined;
  /** Writes the type of a list that its own items contain; undefined for other lists. */
  readonly writeRecursiveList?: (items: SchemaNode, steps: readonly Step[]) => Code | undefined;
  /** Writes the type of the strings or numbers of a schema if they have another form in code; `type` is undefined for a schema without types. */
  readonly writeScalar?: (schema: SchemaNode, scalar: ScalarContext) => Code | undefined;
  /** Orders members; those of the document by default. */
  readonly sortMembers?: (properties: readonly PropertyNode[]) => readonly PropertyNode[];
  readonly isReadonly?: (member: SchemaNode) => boolean;
  /** Writes the comment of a member. */
  readonly describe: (member: SchemaNode) => string | undefined;
}

/** A member of the type of an object. */
export interface TypeMember {
  name: string;
  type: Code;
  isOptional: boolean;
  isReadonly?: boolean;
  comment: string | undefined;
}
