// Finds out which members and items of a value the keywords of a schema evaluate (JSON Schema 2020-12 core, section
// 11): those that always are, and those that are while a condition holds of the value.
import { findArray, findObject, listTypes, type SchemaNode, type SchemaPart } from '../nodes/schema-node.ts';

/** Says under which condition more is evaluated. */
export type Condition =
  | { kind: 'accepts' | 'refuses'; schema: SchemaNode }
  | { kind: 'present'; name: string };

/** The members that a schema evaluates in a value that it accepts. */
export interface Evaluated {
  /** Every member, or every item. */
  all: boolean;
  names: string[];
  patterns: string[];
  /** The number of first items. */
  prefix: number;
  /** Items that one of these accepts. */
  contains: SchemaNode[];
  conditional: ConditionallyEvaluated[];
}

/** The members that are evaluated while a condition holds. Schemas with the same reference share the object. */
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

/** Lists what a schema evaluates, `unevaluatedItems` and `unevaluatedProperties` of its own aside. */
export function evaluatedBy(schema: SchemaNode, kind: Kind): Evaluated {
  return evaluatedInside({ kind, known: new Map([[schema, NOTHING]]) }, schema);
}

interface Walk {
  kind: Kind;
  /** Results so far. Enclosing schemas are not among them: a schema that leads back to itself in place is rejected. */
  known: Map<SchemaNode, Evaluated>;
}

function evaluatedInside(walk: Walk, schema: SchemaNode): Evaluated {
  return join([
    ownEvaluated(schema, walk.kind),
    ...schema.parts.flatMap((part) => collectApplied(walk, part)),
  ]);
}

function evaluatedByPart(walk: Walk, schema: SchemaNode): Evaluated {
  const { kind, known } = walk;
  const existing = known.get(schema);
  if (existing) return existing;
  known.set(schema, NOTHING);
  const isAll = schema.parts.some((part) => part.kind === 'unevaluated' && part.of === kind);
  const evaluated = join([isAll ? { ...NOTHING, all: true } : NOTHING, evaluatedInside(walk, schema)]);
  known.set(schema, evaluated);
  return evaluated;
}

function ownEvaluated(schema: SchemaNode, kind: Kind): Evaluated {
  if (kind === 'properties') {
    const { properties = [], patterns = [], additional } = findObject(schema) ?? {};
    return {
      ...NOTHING,
      all: additional !== undefined,
      names: properties.map(({ name }) => name),
      patterns: patterns.map(({ pattern }) => pattern),
    };
  }
  const { prefix = [], items, contains } = findArray(schema) ?? {};
  return {
    ...NOTHING,
    all: items !== undefined,
    prefix: prefix.length,
    contains: contains ? [contains.schema] : [],
  };
}

function collectApplied(walk: Walk, part: SchemaPart): Evaluated[] {
  const when = (condition: Condition, schema: SchemaNode | undefined): Evaluated[] => {
    const evaluated = schema && evaluatedByPart(walk, schema);
    return evaluated && !isNothing(evaluated)
      ? [{ ...NOTHING, conditional: [{ condition, evaluated }] }]
      : [];
  };
  switch (part.kind) {
    case 'reference':
      return [evaluatedByPart(walk, part.target)];
    case 'allOf':
      return part.schemas.map((schema) => evaluatedByPart(walk, schema));
    case 'union':
      return part.branches.flatMap((schema) => when({ kind: 'accepts', schema }, schema));
    case 'conditional': {
      const { condition: schema, met, unmet } = part;
      return [
        ...when({ kind: 'accepts', schema }, schema),
        ...when({ kind: 'accepts', schema }, met),
        ...when({ kind: 'refuses', schema }, unmet),
      ];
    }
    case 'literals':
    case 'types':
    case 'guards':
      return listTypes(part).flatMap((type) =>
        type.kind === 'object'
          ? type.dependentSchemas.flatMap(({ name, schema }) => when({ kind: 'present', name }, schema))
          : [],
      );
    case 'not':
    case 'unevaluated':
      return [];
  }
}

function isNothing({ all, names, patterns, prefix, contains, conditional }: Evaluated): boolean {
  return !all && prefix === 0 && [names, patterns, contains, conditional].every((list) => list.length === 0);
}

function join(evaluations: readonly Evaluated[]): Evaluated {
  return {
    all: evaluations.some(({ all }) => all),
    names: distinct(evaluations.flatMap(({ names }) => names)),
    patterns: distinct(evaluations.flatMap(({ patterns }) => patterns)),
    prefix: Math.max(0, ...evaluations.map(({ prefix }) => prefix)),
    contains: distinct(evaluations.flatMap(({ contains }) => contains)),
    conditional: distinct(evaluations.flatMap(({ conditional }) => conditional)),
  };
}

function distinct<TItem>(items: readonly TItem[]): TItem[] {
  return [...new Set(items)];
}
