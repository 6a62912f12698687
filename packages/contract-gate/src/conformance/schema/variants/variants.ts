// Creates values near the limits of a schema, keyword by keyword: each differs from a valid value in one part. The
// construction does not know whether the result is valid; the exact validator checks it.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import {
  itemSchemas,
  type KeywordName,
  memberSchemas,
  type SchemaNode,
  type WrittenKeyword,
} from '@keyframe/openapi-schema';
import {
  pick,
  type Random,
  type SchemaRef,
  type SchemaSpace,
  ValueBuilder,
} from '@keyframe/openapi-schema/values';
import {
  containsCandidates,
  countCandidates,
  moreItemsCandidates,
  uniqueCandidates,
} from './array-candidates.ts';
import type { CandidateMaker, CandidateTools, ValueNode } from './candidate.ts';
import { digestValue } from './digest-value.ts';
import { boundCandidates, multipleCandidates } from './number-candidates.ts';
import {
  additionalCandidates,
  branchCandidates,
  conditionCandidates,
  dependentCandidates,
  memberCountCandidates,
  notCandidates,
  patternPropertiesCandidates,
  propertiesCandidates,
  propertyNamesCandidates,
  requiredCandidates,
} from './object-candidates.ts';
import { formatCandidates, lengthCandidates, patternCandidates } from './text-candidates.ts';
import { enumCandidates, typeCandidates } from './type-candidates.ts';

/** A value that tries one keyword. */
export interface Variant {
  value: JsonValue;
  isValid: boolean;
  keyword: string;
  /** Pointer of the keyword in the document. */
  pointer: string;
  /** Path in the value. */
  path: readonly (number | string)[];
  label: string;
  /** The value at `path`. */
  changed: JsonValue;
  /** The value of the keyword. */
  limit: JsonValue;
  /** Whether the value is an address, of which a server may ask more than a schema can say. */
  isAddress: boolean;
}

// The candidates of each keyword; undefined for one that is tried by those of the schemas that it leads to.
const MAKERS: { readonly [TName in KeywordName]: CandidateMaker | undefined } = {
  type: typeCandidates,
  enum: enumCandidates,
  const: enumCandidates,
  reference: undefined,
  dynamicReference: undefined,
  allOf: undefined,
  anyOf: branchCandidates,
  oneOf: branchCandidates,
  not: notCandidates,
  condition: conditionCandidates,
  met: undefined,
  unmet: undefined,
  minLength: lengthCandidates('minLength'),
  maxLength: lengthCandidates('maxLength'),
  pattern: patternCandidates,
  format: formatCandidates,
  minimum: boundCandidates('minimum'),
  maximum: boundCandidates('maximum'),
  exclusiveMinimum: boundCandidates('exclusiveMinimum'),
  exclusiveMaximum: boundCandidates('exclusiveMaximum'),
  multipleOf: multipleCandidates,
  prefix: moreItemsCandidates,
  items: moreItemsCandidates,
  contains: containsCandidates,
  minContains: undefined,
  maxContains: undefined,
  minItems: countCandidates('minItems'),
  maxItems: countCandidates('maxItems'),
  uniqueItems: uniqueCandidates,
  unevaluatedItems: moreItemsCandidates,
  properties: propertiesCandidates,
  required: requiredCandidates,
  additionalProperties: additionalCandidates,
  patternProperties: patternPropertiesCandidates,
  propertyNames: propertyNamesCandidates,
  minProperties: memberCountCandidates('minProperties'),
  maxProperties: memberCountCandidates('maxProperties'),
  dependentRequired: dependentCandidates,
  dependentSchemas: dependentCandidates,
  unevaluatedProperties: additionalCandidates,
};

const DEEPEST = 12;
const ADDRESSES = /^(?:uri|url|iri|email|idn-email|hostname|idn-hostname)$/;

/** A keyword that applies to a part of a value. */
export interface Site {
  schemaNode: SchemaNode;
  node: ValueNode;
  keyword: string;
}

/** The valid value to start from, and which of its keywords are worth trying; all by default. */
export interface VariantOptions {
  value: JsonValue;
  random: Random;
  isWanted?: (site: Site) => boolean;
}

/** Lists the variants of a valid value, each value once. */
export function listVariants(space: SchemaSpace, located: SchemaRef, options: VariantOptions): Variant[] {
  return [...generateVariants(space, located, options)];
}

/** Generates the variants of a valid value, each value once: a run that ends does not wait for those of a large value. */
export function* generateVariants(
  space: SchemaSpace,
  located: SchemaRef,
  { value, random, isWanted = () => true }: VariantOptions,
): Generator<Variant> {
  const found = new Set<string>();
  const tools = createTools(space, random);
  for (const node of walkNodes(space, { schemas: [located], value, path: [] })) {
    for (const schemaNode of node.schemaNodes) {
      for (const variant of nodeVariants(schemaNode, node, { tools, root: value, isWanted })) {
        const key = digestValue(variant.value);
        if (found.has(key)) continue;
        found.add(key);
        yield { ...variant, isValid: space.accepts(located, variant.value) };
      }
    }
  }
}

function createTools(space: SchemaSpace, random: Random): CandidateTools {
  const strategy = { members: 'none', choose: () => 0, random } as const;
  return { space, random, build: (schemas) => new ValueBuilder(space, strategy).build(schemas) };
}

const TRIES = 30;

/** Draws one variant that is invalid; undefined where chance finds none. To list them all would cost far more. */
export function drawInvalid(
  space: SchemaSpace,
  located: SchemaRef,
  { value, random }: { value: JsonValue; random: Random },
): JsonValue | undefined {
  const tools = createTools(space, random);
  const nodes = [...walkNodes(space, { schemas: [located], value, path: [] })];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const node = pick(nodes, random);
    const schemaNode = pick(node?.schemaNodes ?? [], random);
    const maker = pick((schemaNode?.written ?? []).flatMap(findMaker), random);
    const chosen = node && schemaNode && maker && pick(maker(schemaNode, node, tools), random);
    if (!chosen) continue;
    const drawn = replaceValue(value, node.path, chosen.value);
    if (!space.accepts(located, drawn)) return drawn;
  }
  return undefined;
}

function* nodeVariants(
  schemaNode: SchemaNode,
  node: ValueNode,
  { tools, root, isWanted }: { tools: CandidateTools; root: JsonValue; isWanted: (site: Site) => boolean },
): Generator<Omit<Variant, 'isValid'>> {
  for (const written of schemaNode.written) {
    const { keyword, pointer } = written;
    const [maker] = findMaker(written);
    const isTried = maker !== undefined && isWanted({ schemaNode, node, keyword });
    for (const { value, label } of isTried ? maker(schemaNode, node, tools) : []) {
      yield {
        value: replaceValue(root, node.path, value),
        keyword,
        pointer,
        path: node.path,
        label,
        changed: value,
        limit: written.value,
        isAddress: node.schemaNodes.some(({ keywords }) => ADDRESSES.test(String(keywords.format))),
      };
    }
  }
}

function findMaker({ name }: WrittenKeyword): CandidateMaker[] {
  const maker = name && MAKERS[name];
  return maker ? [maker] : [];
}

// Lists the parts of a value, from the root down.
function* walkNodes(
  space: SchemaSpace,
  { schemas, value, path }: Omit<ValueNode, 'schemaNodes'>,
): Generator<ValueNode> {
  const all = schemas.flatMap((schema) => space.applicable(schema, value));
  const schemaNodes = [...new Map(all.map((schemaNode) => [schemaNode.pointer, schemaNode])).values()];
  yield { path, value, schemas, schemaNodes };
  if (path.length >= DEEPEST) return;
  if (Array.isArray(value)) {
    // Items of a long array are alike.
    for (const [index, item] of value.slice(0, 3).entries())
      yield* walkNodes(space, {
        schemas: itemSchemas(schemaNodes, index),
        value: item,
        path: [...path, index],
      });
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value))
      yield* walkNodes(space, {
        schemas: memberSchemas(schemaNodes, name),
        value: member ?? null,
        path: [...path, name],
      });
  }
}

/** Copies a value and replaces the part at a path. */
export function replaceValue(
  root: JsonValue,
  path: readonly (number | string)[],
  value: JsonValue,
): JsonValue {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(root) && typeof first === 'number')
    return root.with(first, replaceValue(root[first] ?? null, rest, value));
  if (!isJsonObject(root)) return root;
  return { ...root, [first]: replaceValue(root[String(first)] ?? null, rest, value) };
}
