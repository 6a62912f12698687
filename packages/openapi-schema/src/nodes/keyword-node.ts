// The keywords of one schema, read once. Every consumer of schemas has a table over the names of these members, so that
// the compiler lists each table that a new keyword needs to be added to.
import type { JsonValue } from '@keyframe/openapi-model/document';

/** The keywords that decide about values. Single ones are undefined, and lists and maps empty, where they are absent. */
export interface KeywordValues<TNode> {
  readonly type: readonly string[] | undefined;
  readonly enum: readonly JsonValue[] | undefined;
  readonly const: JsonValue | undefined;
  /** The target of `$ref`. */
  readonly reference: TNode | undefined;
  /** The target of `$dynamicRef`, before anything is bound; `specialize` replaces the keyword. */
  readonly dynamicReference: TNode | undefined;
  readonly allOf: readonly TNode[];
  readonly anyOf: readonly TNode[];
  readonly oneOf: readonly TNode[];
  readonly not: TNode | undefined;
  /** `if`. */
  readonly condition: TNode | undefined;
  /** `then`. */
  readonly met: TNode | undefined;
  /** `else`. */
  readonly unmet: TNode | undefined;
  /** In characters (code points). */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** A regular expression as the document writes it. */
  readonly pattern: string | undefined;
  readonly format: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
  /** The schemas of the first items, one each. */
  readonly prefix: readonly TNode[];
  /** The schema of the items after those. */
  readonly items: TNode | undefined;
  readonly contains: TNode | undefined;
  readonly minContains: number | undefined;
  readonly maxContains: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean | undefined;
  readonly unevaluatedItems: TNode | undefined;
  readonly properties: ReadonlyMap<string, TNode>;
  /** Required names, declared as a property or not. */
  readonly required: readonly string[];
  /** The schema of members that neither a property nor a pattern names. */
  readonly additionalProperties: TNode | undefined;
  /** Schemas by pattern. */
  readonly patternProperties: ReadonlyMap<string, TNode>;
  readonly propertyNames: TNode | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, TNode>;
  readonly unevaluatedProperties: TNode | undefined;
}

/** The name of a member of `Keywords`. */
export type KeywordName = keyof KeywordValues<unknown>;

/** The keywords that describe a schema, and decide nothing. */
export interface Annotations {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly default: JsonValue | undefined;
  /** The values of `example` and `examples`, the former first. */
  readonly examples: readonly JsonValue[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  readonly contentEncoding: string | undefined;
  readonly contentMediaType: string | undefined;
  /** The property that the discriminator names. */
  readonly discriminator: string | undefined;
  /** Values of the discriminator, and the names or references of their schemas. */
  readonly mapping: ReadonlyMap<string, string>;
  /** The name or reference of the schema of all other values (OpenAPI 3.2). */
  readonly defaultMapping: string | undefined;
  /** `nullable` of OpenAPI 3.0, which only lenient rules and types accept in later documents. */
  readonly nullable: boolean;
}

/** A keyword as a document writes it. */
export interface WrittenKeyword {
  /** The keyword itself. */
  readonly keyword: string;
  /** The member of `Keywords` that contains it; undefined for annotations and unknown keywords. */
  readonly name: KeywordName | undefined;
  readonly pointer: string;
  /** The JSON of the keyword, for messages. */
  readonly value: JsonValue;
}
