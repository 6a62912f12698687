// Makes values near the border of a schema, keyword by keyword: each differs from a valid value in one place. Whether it
// is valid is not known by construction, but asked of the exact validator.
import { appendPointer, isJsonObject, type JsonValue, type LocatedSchema } from '@keyframe/openapi-model';
import { pick, type Random } from '../../random.ts';
import { itemSchemas, memberSchemas, ValueBuilder } from '../build-value.ts';
import type { ObjectSchema, SchemaSpace } from '../schema-space.ts';
import {
  containsCandidates,
  countCandidates,
  moreItemsCandidates,
  uniqueCandidates,
} from './array-candidates.ts';
import type { CandidateMaker, CandidateTools, ValueNode } from './candidate.ts';
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
  /** The place of the keyword in the document. */
  pointer: string;
  /** The place in the value. */
  path: readonly (number | string)[];
  label: string;
  /** Whether the value is an address, of which a server may ask more than a schema can say. */
  isAddress: boolean;
}

const MAKERS: Readonly<Record<string, CandidateMaker>> = {
  additionalProperties: additionalCandidates,
  anyOf: branchCandidates,
  const: enumCandidates,
  contains: containsCandidates,
  dependentRequired: dependentCandidates,
  dependentSchemas: dependentCandidates,
  enum: enumCandidates,
  exclusiveMaximum: boundCandidates('exclusiveMaximum'),
  exclusiveMinimum: boundCandidates('exclusiveMinimum'),
  format: formatCandidates,
  if: conditionCandidates,
  items: moreItemsCandidates,
  maxItems: countCandidates('maxItems'),
  maxLength: lengthCandidates('maxLength'),
  maxProperties: memberCountCandidates('maxProperties'),
  maximum: boundCandidates('maximum'),
  minItems: countCandidates('minItems'),
  minLength: lengthCandidates('minLength'),
  minProperties: memberCountCandidates('minProperties'),
  minimum: boundCandidates('minimum'),
  multipleOf: multipleCandidates,
  not: notCandidates,
  oneOf: branchCandidates,
  pattern: patternCandidates,
  patternProperties: patternPropertiesCandidates,
  prefixItems: moreItemsCandidates,
  properties: propertiesCandidates,
  propertyNames: propertyNamesCandidates,
  required: requiredCandidates,
  type: typeCandidates,
  unevaluatedItems: moreItemsCandidates,
  unevaluatedProperties: additionalCandidates,
  uniqueItems: uniqueCandidates,
};

const DEEPEST = 12;
const ADDRESSES = /^(?:uri|url|iri|email|idn-email|hostname|idn-hostname)$/;

/** A keyword that applies to a place of a value. */
export interface Site {
  place: ObjectSchema;
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
export function variantsOf(
  space: SchemaSpace,
  located: LocatedSchema,
  { value, random, isWanted = () => true }: VariantOptions,
): Variant[] {
  const found = new Map<string, Variant>();
  const tools = toolsOf(space, random);
  for (const node of nodesOf(space, { schemas: [located], value, path: [] })) {
    for (const place of node.places) {
      for (const variant of nodeVariants(place, node, { tools, root: value, isWanted })) {
        const key = JSON.stringify(variant.value);
        if (!found.has(key)) found.set(key, { ...variant, isValid: space.accepts(located, variant.value) });
      }
    }
  }
  return [...found.values()];
}

function toolsOf(space: SchemaSpace, random: Random): CandidateTools {
  const strategy = { members: 'none', choose: () => 0, random } as const;
  return { space, random, build: (schemas) => new ValueBuilder(space, strategy).build(schemas) };
}

const TRIES = 30;

/** Draws one variant that is invalid; undefined where chance finds none. To list them all would cost far more. */
export function drawInvalid(
  space: SchemaSpace,
  located: LocatedSchema,
  { value, random }: { value: JsonValue; random: Random },
): JsonValue | undefined {
  const tools = toolsOf(space, random);
  const nodes = [...nodesOf(space, { schemas: [located], value, path: [] })];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const node = pick(nodes, random);
    const place = pick(node?.places ?? [], random);
    const keywords = Object.keys(place?.schema ?? {}).filter((name) => Object.hasOwn(MAKERS, name));
    const maker = MAKERS[pick(keywords, random) ?? ''];
    const chosen = node && place && maker && pick(maker(place, node, tools), random);
    if (!chosen) continue;
    const drawn = replaceAt(value, node.path, chosen.value);
    if (!space.accepts(located, drawn)) return drawn;
  }
  return undefined;
}

function* nodeVariants(
  place: ObjectSchema,
  node: ValueNode,
  { tools, root, isWanted }: { tools: CandidateTools; root: JsonValue; isWanted: (site: Site) => boolean },
): Generator<Omit<Variant, 'isValid'>> {
  for (const keyword of Object.keys(place.schema)) {
    const isTried = Object.hasOwn(MAKERS, keyword) && isWanted({ place, node, keyword });
    const maker = isTried ? MAKERS[keyword] : undefined;
    for (const { value, label } of maker?.(place, node, tools) ?? []) {
      yield {
        value: replaceAt(root, node.path, value),
        keyword,
        pointer: appendPointer(place.pointer, keyword),
        path: node.path,
        label,
        isAddress: node.places.some(({ schema }) => ADDRESSES.test(String(schema.format))),
      };
    }
  }
}

// Lists the places of a value, from the root down.
function* nodesOf(
  space: SchemaSpace,
  { schemas, value, path }: Omit<ValueNode, 'places'>,
): Generator<ValueNode> {
  const all = schemas.flatMap((located) => space.applicable(located, value));
  const places = [...new Map(all.map((place) => [place.pointer, place])).values()];
  yield { path, value, schemas, places };
  if (path.length >= DEEPEST) return;
  if (Array.isArray(value)) {
    // Items of a long array are alike.
    for (const [index, item] of value.slice(0, 3).entries())
      yield* nodesOf(space, { schemas: itemSchemas(places, index), value: item, path: [...path, index] });
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value))
      yield* nodesOf(space, {
        schemas: memberSchemas(places, name),
        value: member ?? null,
        path: [...path, name],
      });
  }
}

/** Copies a value with another one at a place. */
export function replaceAt(root: JsonValue, path: readonly (number | string)[], value: JsonValue): JsonValue {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(root) && typeof first === 'number')
    return root.with(first, replaceAt(root[first] ?? null, rest, value));
  if (!isJsonObject(root)) return root;
  return { ...root, [first]: replaceAt(root[String(first)] ?? null, rest, value) };
}
