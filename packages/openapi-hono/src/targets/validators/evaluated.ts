// Finds out which members and items of a value the keywords of a schema evaluate (JSON Schema 2020-12 core, section
// 11): those that always are, and those that are while a condition holds of the value.
import { isJsonObject, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { heldSchema, type Place, schemaMap, subschemas } from '../../schema/keyword-readers.ts';
import type { SchemaGraph } from '../../schema/schema-graph.ts';

/** Says under which condition more is evaluated. */
export type Condition =
  | { kind: 'accepts' | 'refuses'; located: LocatedSchema }
  | { kind: 'present'; name: string };

/** What a schema evaluates of the value that it accepts. */
export interface Evaluated {
  /** Every member, or every item. */
  all: boolean;
  names: string[];
  patterns: string[];
  /** The number of first items. */
  prefix: number;
  /** Items that one of these accepts. */
  contains: LocatedSchema[];
  conditional: ConditionallyEvaluated[];
}

/** What is evaluated while a condition holds; what several schemas refer to is the same object in each of them. */
export interface ConditionallyEvaluated {
  condition: Condition;
  evaluated: Evaluated;
}

export type Kind = 'items' | 'properties';

const NOTHING: Evaluated = {
  all: false,
  names: [],
  patterns: [],
  prefix: 0,
  contains: [],
  conditional: [],
};

/** Lists what the keywords of a schema evaluate, `unevaluatedItems` and `unevaluatedProperties` of its own aside. */
export function evaluatedBy(graph: SchemaGraph, place: Place, kind: Kind): Evaluated {
  return evaluatedInside({ graph, kind, known: new Map([[place.schema, NOTHING]]) }, place);
}

interface Walk {
  graph: SchemaGraph;
  kind: Kind;
  /** What was found out so far: nothing of the schemas around, since one that leads back to itself in place is refused. */
  known: Map<LocatedSchema['schema'], Evaluated>;
}

function evaluatedInside(walk: Walk, place: Place): Evaluated {
  return join([ownKeywords(place, walk.kind), inPlace(walk, place)]);
}

function evaluatedByPart(walk: Walk, located: LocatedSchema): Evaluated {
  const { schema, pointer } = located;
  const { kind, known } = walk;
  if (!isJsonObject(schema)) return NOTHING;
  const existing = known.get(schema);
  if (existing) return existing;
  known.set(schema, NOTHING);
  const keyword = kind === 'items' ? 'unevaluatedItems' : 'unevaluatedProperties';
  const rest = memberOf(schema, keyword) === undefined ? NOTHING : { ...NOTHING, all: true };
  const evaluated = join([rest, evaluatedInside(walk, { schema, pointer })]);
  known.set(schema, evaluated);
  return evaluated;
}

function ownKeywords(place: Place, kind: Kind): Evaluated {
  const holds = (keyword: string) => isSchema(memberOf(place.schema, keyword));
  if (kind === 'properties') {
    const names = schemaMap(place, 'properties').map(({ name }) => name);
    const patterns = schemaMap(place, 'patternProperties').map(({ name }) => name);
    return { ...NOTHING, all: holds('additionalProperties'), names, patterns };
  }
  const contains = heldSchema(place, 'contains');
  return {
    ...NOTHING,
    all: holds('items'),
    prefix: subschemas(place, 'prefixItems').length,
    contains: contains ? [contains] : [],
  };
}

function inPlace(walk: Walk, place: Place): Evaluated {
  const part = (located: LocatedSchema) => evaluatedByPart(walk, located);
  const when = (condition: Condition, located: LocatedSchema | undefined): Evaluated[] => {
    const evaluated = located && part(located);
    return evaluated && !isNothing(evaluated)
      ? [{ ...NOTHING, conditional: [{ condition, evaluated }] }]
      : [];
  };
  const branches = [...subschemas(place, 'anyOf'), ...subschemas(place, 'oneOf')];
  const condition = heldSchema(place, 'if');
  return join([
    ...[...walk.graph.referenced(place), ...subschemas(place, 'allOf')].map(part),
    ...branches.flatMap((located) => when({ kind: 'accepts', located }, located)),
    ...schemaMap(place, 'dependentSchemas').flatMap(({ name, located }) =>
      when({ kind: 'present', name }, located),
    ),
    ...(condition
      ? [
          ...when({ kind: 'accepts', located: condition }, condition),
          ...when({ kind: 'accepts', located: condition }, heldSchema(place, 'then')),
          ...when({ kind: 'refuses', located: condition }, heldSchema(place, 'else')),
        ]
      : []),
  ]);
}

function isNothing({ all, names, patterns, prefix, contains, conditional }: Evaluated): boolean {
  return !all && prefix === 0 && [names, patterns, contains, conditional].every((list) => list.length === 0);
}

function join(parts: readonly Evaluated[]): Evaluated {
  return {
    all: parts.some(({ all }) => all),
    names: distinct(parts.flatMap(({ names }) => names)),
    patterns: distinct(parts.flatMap(({ patterns }) => patterns)),
    prefix: Math.max(0, ...parts.map(({ prefix }) => prefix)),
    contains: distinct(parts.flatMap(({ contains }) => contains)),
    conditional: distinct(parts.flatMap(({ conditional }) => conditional)),
  };
}

function distinct<TItem>(items: readonly TItem[]): TItem[] {
  return [...new Set(items)];
}
