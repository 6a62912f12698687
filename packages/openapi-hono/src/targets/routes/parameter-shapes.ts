// Derives from a schema the values that a text can represent.
import type { JsonValue } from '@keyframe/openapi-model';
import {
  classifyValue,
  intersect,
  listConjuncts,
  listUnions,
  nameType,
  type SchemaNode,
  type Types,
} from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
import { collectProperties, itemAlternatives } from './schema-parts.ts';

export type Kind = 'boolean' | 'file' | 'json' | 'null' | 'number' | 'string';

export interface ListNode {
  list: ShapeNode;
}

export interface ObjectNode {
  object: ReadonlyMap<string, ShapeNode>;
  /** Shapes of members without a name; undefined where the schema does not describe them. */
  others: ShapeNode | undefined;
}

/** Possible readings of a value, and the schemas that decide between them. */
export interface ShapeNode {
  kinds: readonly Kind[];
  lists: readonly ListNode[];
  objects: readonly ObjectNode[];
  /** Whether one text can have several readings. */
  isAmbiguous: boolean;
  takes: readonly SchemaNode[];
}

/** Why a value has no shape. */
export interface Clash {
  clash: string;
}

// Every text is a string, and a schema that says nothing of types takes strings.
const UNTOLD: Types = new Set(['string']);

// In the order in which they are tried: what a text is most rarely comes first.
const KINDS = ['null', 'boolean', 'number', 'string'] as const;

// Enough for forms of hundreds of nested members; references that double with each level end here.
const MAX_NODES = 5_000;
const MAX_ALTERNATIVES = 32;

/** Finds the shape of a value. */
export function findShape(schema: SchemaNode): ShapeNode | Clash {
  try {
    return new ShapeFinder().find([[schema]], new Set());
  } catch (error) {
    if (error instanceof ClashFound) return { clash: error.message };
    throw error;
  }
}

/** Makes the shape of a value that is of one kind. */
export function kindNode(...kinds: readonly Kind[]): ShapeNode {
  return { kinds, lists: [], objects: [], isAmbiguous: false, takes: [] };
}

class ClashFound extends Error {}

/** One way through the unions of a schema: the parts that apply together, and the types that they allow. */
interface Alternative {
  parts: readonly SchemaNode[];
  types: Types;
}

class ShapeFinder {
  #nodes = 0;

  /** Finds the shape of what one of several lists of schemas accepts; `within` are the schemas around it. */
  find(choices: readonly (readonly SchemaNode[])[], within: ReadonlySet<string>): ShapeNode {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new ClashFound('it has too many nested members');
    const all = choices.flat();
    if (all.some(({ pointer }) => within.has(pointer))) throw new ClashFound('it contains itself');
    const pointers = new Set([...within, ...all.map(({ pointer }) => pointer)]);
    const alternatives = choices.flatMap((schemas) => this.#listAlternatives(schemas));
    const lists = alternatives.filter(({ types }) => types.has('array'));
    const objects = alternatives.filter(({ types }) => types.has('object'));
    // A list or an object that is null is one that is not sent.
    const isStructured = lists.length + objects.length > 0;
    const { kinds, isAmbiguous } = listKinds(alternatives, isStructured);
    const node: ShapeNode = {
      kinds,
      lists: distinct(lists.map(({ parts }) => this.#findListShape(parts, pointers))),
      objects: distinct(objects.map(({ parts }) => this.#findObjectShape(parts, pointers))),
      isAmbiguous,
      takes: choices.length === 1 ? (choices[0] ?? []) : [],
    };
    const isUndecided = isAmbiguous || isAmbiguousBeside(node);
    if (isUndecided && choices.length > 1 && within.size > 0) {
      throw new ClashFound('several schemas speak of the same members');
    }
    return { ...node, isAmbiguous: isUndecided };
  }

  #findListShape(conjuncts: readonly SchemaNode[], within: ReadonlySet<string>): ListNode {
    const choices = itemAlternatives(conjuncts);
    return { list: choices.length === 0 ? kindNode('string') : this.find(choices, within) };
  }

  #findObjectShape(conjuncts: readonly SchemaNode[], within: ReadonlySet<string>): ObjectNode {
    const { named, others } = collectProperties(conjuncts);
    return {
      object: new Map([...named].map(([name, schemas]) => [name, this.find([schemas], within)])),
      others:
        others.length === 0
          ? undefined
          : this.find(
              others.map((schema) => [schema]),
              within,
            ),
    };
  }

  // The ways through the unions of schemas that hold together.
  #listAlternatives(schemas: readonly SchemaNode[]): Alternative[] {
    const budget = { left: MAX_ALTERNATIVES * MAX_ALTERNATIVES };
    const ways = combineWays(schemas.map((schema) => listWays(schema, new Set(), budget)));
    if (ways) {
      const typed = ways.map((parts) => ({ parts, types: intersectTypes(parts) }));
      return typed.filter(({ types }) => types.size > 0);
    }
    // Too many to follow one by one: what all of them say is taken together.
    const parts = schemas.flatMap(listPossible);
    const types = schemas.map((schema) => schema.types).reduce(intersect, undefined);
    return [{ parts, types: types ?? UNTOLD }];
  }
}

type Ways = readonly (readonly SchemaNode[])[];

// Undefined where there are too many.
function listWays(schema: SchemaNode, seen: ReadonlySet<string>, budget: { left: number }): Ways | undefined {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  if (schema.kind !== 'keywords' || seen.has(schema.pointer)) return [[]];
  const next = new Set([...seen, schema.pointer]);
  const conjuncts = listConjuncts(schema).map((conjunct) => listWays(conjunct, next, budget));
  const unions = listUnions(schema).map(({ branches }) => {
    const ways = branches.map((branch) => listWays(branch, next, budget));
    return ways.every((way) => way !== undefined) ? ways.flat() : undefined;
  });
  return combineWays([[[schema]], ...conjuncts, ...unions]);
}

function combineWays(factors: readonly (Ways | undefined)[]): Ways | undefined {
  let ways: Ways = [[]];
  for (const factor of factors) {
    if (factor === undefined || ways.length * factor.length > MAX_ALTERNATIVES) return undefined;
    ways = ways.flatMap((left) => factor.map((right) => [...left, ...right]));
  }
  return ways;
}

function intersectTypes(conjuncts: readonly SchemaNode[]): Types {
  return conjuncts.map(ownTypes).reduce(intersect, undefined) ?? UNTOLD;
}

function ownTypes(schema: SchemaNode): Types | undefined {
  const literals = getLiterals(schema);
  if (literals) return new Set(literals.map(classifyValue));
  const types = schema.parts.find((part) => part.kind === 'types');
  return types && new Set(types.alternatives.map(nameType));
}

function getLiterals({ parts }: SchemaNode): readonly JsonValue[] | undefined {
  return parts.find((part) => part.kind === 'literals')?.values;
}

// A text `null` is a string wherever any string is allowed. Where only some are, each text is what it can be.
function listKinds(alternatives: readonly Alternative[], isStructured: boolean) {
  const types = new Set(alternatives.flatMap((alternative) => [...alternative.types]));
  const strings = alternatives.filter((alternative) => alternative.types.has('string'));
  const literals = strings.map(({ parts }) => parts.map(getLiterals).find(Boolean));
  const isAnyString = literals.includes(undefined);
  const has = (kind: Kind) => types.has(kind as 'string') || (kind === 'number' && types.has('integer'));
  const kinds = KINDS.filter((kind) => has(kind) && !(kind === 'null' && (isStructured || isAnyString)));
  const texts = literals.flat().filter((value) => typeof value === 'string');
  const isMistakable = texts.some(
    (text) =>
      (kinds.includes('number') && /^-?\d/.test(text)) ||
      (kinds.includes('boolean') && /^(?:true|false)$/.test(text)) ||
      (kinds.includes('null') && text === 'null'),
  );
  const isAmbiguous = kinds.includes('string') && kinds.length > 1 && (isAnyString || isMistakable);
  return { kinds, isAmbiguous };
}

function isAmbiguousBeside({ kinds, lists, objects }: ShapeNode): boolean {
  if (lists.length > 1 || objects.length > 1) return true;
  if (lists.length === 1) return kinds.length > 0 || objects.length > 0;
  return objects.length === 1 && kinds.includes('string');
}

function distinct<TNode>(nodes: readonly TNode[]): TNode[] {
  const getKey = (node: TNode) =>
    JSON.stringify(node, (name, value) => {
      if (name === 'takes') return undefined;
      return value instanceof Map ? [...value] : value;
    });
  return [...new Map(nodes.map((node) => [getKey(node), node])).values()];
}
