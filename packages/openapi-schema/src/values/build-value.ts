// Builds values that a schema probably accepts, from its keywords only; the exact validators check the result. A
// strategy makes the choices that the schema allows, so that each branch can be reached.
import type { JsonValue } from '@keyframe/openapi-model';
import { listKeyword } from '../facts/schema-facts.ts';
import { collectApplied } from '../nodes/applied-nodes.ts';
import { walk } from '../nodes/child-nodes.ts';
import { jsonEqual } from '../nodes/json-equal.ts';
import type { JsonTypeName } from '../nodes/json-types.ts';
import { itemSchemas, memberSchemas } from '../nodes/member-schemas.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { buildNumber, buildString } from './build-scalar.ts';
import { listPossibleTypes } from './choose-type.ts';
import { writeUniqueWord } from './draw-text.ts';
import { dependentNames, describedNames, hasMapValues, requiredNames } from './member-names.ts';
import { textOfPattern } from './pattern-text.ts';
import { pick } from './random.ts';
import { removeHidden } from './remove-hidden.ts';
import type { SchemaRef, SchemaSource } from './schema-source.ts';
import type { Strategy } from './strategy.ts';

// Deeper than this only what is required is built, of unions the simplest branch.
const DEEP = 6;
const DEEPEST = 16;
// A value of more parts than this gets only what is required.
const MOST_PARTS = 2_000;

type Fits = (value: JsonValue) => boolean;

/** Builds values for the schemas of one direction. */
export class ValueBuilder {
  readonly #source: SchemaSource;
  readonly #strategy: Strategy;
  /** The number of parts of the last value: members, items, and the value itself. */
  #size = 0;
  #limit = Number.POSITIVE_INFINITY;
  /** How often each schema is around the part that is being built, by its pointer. */
  readonly #nesting = new Map<string, number>();

  constructor(source: SchemaSource, strategy: Strategy) {
    this.#source = source;
    this.#strategy = strategy;
  }

  /** Builds a value that all of the schemas probably accept. */
  build(schemas: readonly SchemaRef[]): JsonValue {
    this.#size = 0;
    return this.#build(schemas, 0);
  }

  /** Reports whether the value of the schemas has more parts than a limit; builds no more of it than that. */
  exceeds(limit: number, schemas: readonly SchemaRef[]): boolean {
    this.#limit = limit;
    this.build(schemas);
    return this.#size > limit;
  }

  #build(candidates: readonly SchemaRef[], depth: number): JsonValue {
    if (depth > DEEPEST || this.#size > this.#limit) return null;
    this.#size += 1;
    // A schema that accepts nothing says nothing about a value: the others describe a likely one.
    const possible = candidates.filter((schema) => this.#readNode(schema).kind !== 'never');
    const schemas = possible.length > 0 ? possible : candidates;
    const schemaNodes = this.#expand(schemas, depth);
    const fits = (value: JsonValue) =>
      schemas.every((schema) => this.#source.accepts?.(schema, value) ?? true);
    const literal = this.#literal(schemaNodes, fits);
    const preset = literal === undefined ? this.#example(schemaNodes, fits) : literal;
    if (preset !== undefined) return preset;
    const type = this.#chooseType(schemaNodes);
    if (type !== 'object' && type !== 'array') return this.#scalar(type, schemaNodes, fits);
    // A required part cannot be omitted, but it can be short.
    const isRepeated = this.#isRepeated(schemas.map((schema) => this.#readNode(schema)));
    const level = isRepeated ? Math.max(depth, this.#deep + 1) : depth;
    this.#count(schemaNodes, 1);
    const value = type === 'object' ? this.#object(schemaNodes, level) : this.#array(schemaNodes, level);
    this.#count(schemaNodes, -1);
    return value;
  }

  // Reports whether a schema, or the target of its reference, is too often around what is being built.
  #isRepeated(schemas: readonly SchemaNode[]): boolean {
    const { repeats } = this.#strategy;
    if (repeats === undefined) return false;
    return listReferences(schemas).some(({ pointer }) => (this.#nesting.get(pointer) ?? 0) > repeats);
  }

  #count(schemaNodes: readonly SchemaNode[], change: number): void {
    for (const { pointer } of schemaNodes)
      this.#nesting.set(pointer, (this.#nesting.get(pointer) ?? 0) + change);
  }

  #readNode(schema: SchemaRef): SchemaNode {
    return 'keywords' in schema ? schema : this.#source.node(schema);
  }

  get #deep(): number {
    return this.#strategy.depth ?? DEEP;
  }

  #isDeep(depth: number): boolean {
    return depth > this.#deep || this.#size > MOST_PARTS;
  }

  #scalar(type: JsonTypeName, schemaNodes: readonly SchemaNode[], fits: Fits): JsonValue {
    const { random, writeWord = writeUniqueWord } = this.#strategy;
    switch (type) {
      case 'string':
        return buildString(schemaNodes, { fits, random, writeWord });
      case 'integer':
      case 'number':
        return buildNumber(schemaNodes, fits, random);
      case 'boolean':
        return this.#pickAny([true, false].filter(fits)) ?? true;
      default:
        return null;
    }
  }

  #pickAny(values: readonly JsonValue[]): JsonValue | undefined {
    return this.#strategy.members === 'some' ? pick(values, this.#strategy.random) : values[0];
  }

  // Lists schemas and all that apply to the same value under the choices of the strategy.
  #expand(schemas: readonly SchemaRef[], depth = 0, exclusions: readonly SchemaNode[] = []): SchemaNode[] {
    const listChoices = (node: SchemaNode) => [
      this.#branch(node, 'anyOf', depth),
      this.#branch(node, 'oneOf', depth),
      ...this.#conditional(node),
    ];
    const roots = schemas.map((schema) => this.#readNode(schema));
    return collectApplied(roots, listChoices, exclusions).filter(({ kind }) => kind === 'keywords');
  }

  #branch({ keywords, pointer }: SchemaNode, name: 'anyOf' | 'oneOf', depth: number): SchemaNode | undefined {
    const branches = keywords[name];
    if (branches.length === 0) return undefined;
    if (this.#isDeep(depth))
      return branches.toSorted((left, right) => countSchemas(left) - countSchemas(right))[0];
    const chosen = branches[this.#strategy.choose(`${pointer}/${name}`, branches.length)];
    const isRepeated = (branch: SchemaNode) => this.#isRepeated([branch]);
    return chosen && isRepeated(chosen) ? (branches.find((branch) => !isRepeated(branch)) ?? chosen) : chosen;
  }

  #conditional({ keywords: { condition, met, unmet }, pointer }: SchemaNode): (SchemaNode | undefined)[] {
    if (!condition) return [];
    return this.#strategy.choose(`${pointer}/if`, 2) === 1 ? [condition, met] : [unmet];
  }

  #literal(schemaNodes: readonly SchemaNode[], fits: Fits): JsonValue | undefined {
    const literals = schemaNodes.flatMap(({ keywords: { const: constant, enum: values = [] } }) =>
      [constant === undefined ? [] : [constant], values].filter((list) => list.length > 0),
    );
    const [first = []] = literals.toSorted((left, right) => left.length - right.length);
    const examples = listAnnotated(schemaNodes);
    const rank = (value: JsonValue) => {
      const index = examples.findIndex((example) => jsonEqual(example, value));
      return index < 0 ? examples.length : index;
    };
    return this.#pickAny(first.filter(fits).toSorted((left, right) => rank(left) - rank(right)));
  }

  #example(schemaNodes: readonly SchemaNode[], fits: Fits): JsonValue | undefined {
    const { random, exampleChance = 0 } = this.#strategy;
    if (exampleChance === 0 || random() >= exampleChance) return undefined;
    const examples = listAnnotated(schemaNodes);
    const directed = examples.map((value) => removeHidden(value, schemaNodes, (refs) => this.#expand(refs)));
    return this.#pickAny([...directed, ...examples].filter(fits));
  }

  #chooseType(schemaNodes: readonly SchemaNode[]): JsonTypeName {
    const { members, random } = this.#strategy;
    const types = listPossibleTypes(schemaNodes);
    return (members === 'some' ? pick(types, random) : types[0]) ?? 'null';
  }

  #object(roots: readonly SchemaNode[], depth: number): JsonValue {
    const schemaNodes = [...roots];
    const names = this.#memberNames(schemaNodes, depth);
    // A set that is iterated takes in what is added on the way.
    for (const name of names) {
      for (const dependentSchemas of listKeyword(schemaNodes, 'dependentSchemas')) {
        const dependent = dependentSchemas.get(name);
        if (dependent) schemaNodes.push(...this.#expand([dependent], depth, schemaNodes));
      }
      for (const more of [...requiredNames(schemaNodes), ...dependentNames(schemaNodes, name)])
        names.add(more);
    }
    const built: Record<string, JsonValue> = {};
    for (const name of names) built[name] = this.#build(memberSchemas(schemaNodes, name), depth + 1);
    return this.#withEnough(built, schemaNodes, depth);
  }

  #memberNames(schemaNodes: readonly SchemaNode[], depth: number): Set<string> {
    const required = requiredNames(schemaNodes);
    if (this.#strategy.members === 'none' || this.#isDeep(depth)) return new Set(required);
    const optional = [...new Set(describedNames(schemaNodes))]
      // The view of a request leaves nothing of a readOnly member but `true`.
      .filter((name) => memberSchemas(schemaNodes, name).every(({ kind }) => kind === 'keywords'))
      .filter((name) => this.#takes(depth, memberSchemas(schemaNodes, name)));
    return new Set([...required, ...optional]);
  }

  #withEnough(
    built: Record<string, JsonValue>,
    schemaNodes: readonly SchemaNode[],
    depth: number,
  ): Record<string, JsonValue> {
    const required = Math.max(0, ...listKeyword(schemaNodes, 'minProperties'));
    const described = describedNames(schemaNodes);
    const isMap = described.length === 0 && schemaNodes.some(hasMapValues);
    const listExtra = () => memberSchemas(schemaNodes, this.#extraName(schemaNodes, 0, depth));
    const count = isMap && this.#takes(depth, listExtra()) ? Math.max(required, 1) : required;
    const extra = Array.from({ length: count }, (_, index) => this.#extraName(schemaNodes, index, depth));
    for (const name of [...described, ...extra]) {
      if (Object.keys(built).length >= count) break;
      if (!Object.hasOwn(built, name)) built[name] = this.#build(memberSchemas(schemaNodes, name), depth + 1);
    }
    return built;
  }

  #extraName(schemaNodes: readonly SchemaNode[], index: number, depth: number): string {
    const names = listKeyword(schemaNodes, 'propertyNames');
    if (names.length > 0) return String(this.#build(names, depth + 1));
    const [pattern] = listKeyword(schemaNodes, 'patternProperties').flatMap((schemas) => [...schemas.keys()]);
    return pattern === undefined ? `extra${index + 1}` : textOfPattern(pattern, this.#strategy.random);
  }

  // Decides about what is not required.
  #takes(depth: number, schemas: readonly SchemaNode[]): boolean {
    const { members, random } = this.#strategy;
    if (this.#isDeep(depth) || this.#isRepeated(schemas)) return false;
    return members === 'all' || (members === 'some' && random() < 0.5);
  }

  #array(schemaNodes: readonly SchemaNode[], depth: number): JsonValue[] {
    const minItems = Math.max(0, ...listKeyword(schemaNodes, 'minItems'));
    const maxItems = Math.min(1_000, ...listKeyword(schemaNodes, 'maxItems'));
    const { members, random } = this.#strategy;
    const targetLength =
      members === 'none' || this.#isDeep(depth) || this.#isRepeated(itemSchemas(schemaNodes, minItems))
        ? minItems
        : minItems + (members === 'all' ? 1 : Math.floor(random() * 3));
    const contained = schemaNodes.flatMap(({ keywords: { contains, minContains = 1 } }) =>
      contains ? Array.from({ length: minContains }, () => contains) : [],
    );
    const isUnique = schemaNodes.some(({ keywords }) => keywords.uniqueItems === true);
    const items: JsonValue[] = [];
    for (
      let tries = 0;
      items.length < Math.min(Math.max(targetLength, contained.length), maxItems) && tries < 4 * maxItems;
      tries += 1
    ) {
      const needed = contained[items.length];
      const schemas = itemSchemas(schemaNodes, items.length);
      if (schemas.some(({ kind }) => kind === 'never')) break;
      const item = this.#build(needed ? [...schemas, needed] : schemas, depth + 1);
      const text = JSON.stringify(item);
      if (!isUnique || items.every((element) => JSON.stringify(element) !== text)) items.push(item);
      else if (tries > 3 * targetLength + 20) break;
    }
    return items;
  }
}

// Examples come before defaults, also those of another schema.
function listAnnotated(schemaNodes: readonly SchemaNode[]): JsonValue[] {
  const defaults = schemaNodes.map(({ annotations }) => annotations.default);
  return [
    ...schemaNodes.flatMap(({ annotations }) => annotations.examples),
    ...defaults.filter((value) => value !== undefined),
  ];
}

// Lists schemas and the targets of their references.
function listReferences(schemas: readonly SchemaNode[]): SchemaNode[] {
  const nodes = new Set(schemas);
  // A set that is iterated takes in what is added on the way.
  for (const { keywords } of nodes) if (keywords.reference) nodes.add(keywords.reference);
  return [...nodes];
}

// Counted once for each schema: those of large documents lead to thousands.
const COUNTS = new WeakMap<SchemaNode, number>();

function countSchemas(node: SchemaNode): number {
  const count = COUNTS.get(node) ?? walk(node).length;
  COUNTS.set(node, count);
  return count;
}
