// Schemas that no value satisfies, by mistake: `false` and `not` without a condition are written on purpose.
import { type OpenApiModel, type Problem, walkObjects } from '@keyframe/openapi-model';
import { listConjuncts } from './applied-nodes.ts';
import { SchemaGraph } from './schema-graph.ts';
import { type Bounds, listTypes, listUnions, type SchemaNode, type TypeNode } from './schema-node.ts';

/** Reports the schemas of a document that no value satisfies. */
export function findUnsatisfiable(model: OpenApiModel): Problem[] {
  const graph = new SchemaGraph(model);
  const problems: Problem[] = [];
  walkObjects({ kind: 'document', value: model.document, pointer: '#' }, ({ kind, value, pointer }) => {
    const reason =
      kind === 'schema' ? describeContradiction(graph.node({ schema: value, pointer })) : undefined;
    if (reason !== undefined)
      problems.push({
        rule: 'unsatisfiable',
        pointer,
        message: `No value satisfies the schema: ${reason}.`,
        repair: 'Correct it, or write false.',
      });
    return true;
  });
  return problems;
}

function describeContradiction(schema: SchemaNode): string | undefined {
  const literals = schema.parts.find((part) => part.kind === 'literals');
  if (literals?.values.length === 0) return 'its other keywords exclude every value of "enum" or "const"';
  const subschemas = [...listConjuncts(schema), ...listUnions(schema).flatMap(({ branches }) => branches)];
  // The schema inside is reported.
  if (subschemas.some(({ types }) => types?.size === 0)) return undefined;
  if (schema.types?.size === 0) return 'its parts require different types';
  const types = schema.parts.filter(({ kind }) => kind === 'types').flatMap(listTypes);
  const [only, ...otherTypes] = types;
  return only && otherTypes.length === 0 ? describeBounds(only) : undefined;
}

function describeBounds(type: TypeNode): string | undefined {
  switch (type.kind) {
    case 'string':
      return compareBounds(type.length, 'Length');
    case 'number':
      return compareBounds(type.range, 'imum');
    case 'array':
      return compareBounds(type.size, 'Items');
    case 'object':
      return compareBounds(type.size, 'Properties');
    case 'boolean':
    case 'null':
      return undefined;
  }
}

function compareBounds({ min, max }: Bounds, unit: string): string | undefined {
  if (min === undefined || max === undefined || min <= max) return undefined;
  return `"min${unit}" (${min}) is greater than "max${unit}" (${max})`;
}
