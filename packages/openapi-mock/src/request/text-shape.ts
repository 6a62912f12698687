// The values that the text of a parameter or a form field can represent.
import type { Shape } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findItems, findValues, listPossible } from '@keyframe/openapi-schema/facts';

const DEEPEST = 8;

/** Derives from a schema how its texts become values. */
export function describeShape(schema: SchemaNode, depth = 0): Shape {
  const types = schema.types ?? guessTypes(schema);
  const structured = depth < DEEPEST ? describeStructured(schema, types, depth) : [];
  const single = (['boolean', 'number', 'string'] as const).filter(
    (kind) => types.has(kind) || (kind === 'number' && types.has('integer')),
  );
  const shapes: readonly Shape[] = [...structured, ...single];
  const [only, ...alternatives] = shapes;
  if (only === undefined) return types.has('null') ? 'null' : 'string';
  return alternatives.length === 0 ? only : shapes;
}

function describeStructured(schema: SchemaNode, types: ReadonlySet<string>, depth: number): Shape[] {
  const items = findItems(schema);
  const list: Shape = { list: items ? describeShape(items, depth + 1) : 'string' };
  return [
    ...(types.has('object') ? [describeObject(schema, depth)] : []),
    ...(types.has('array') ? [list] : []),
  ];
}

function describeObject(schema: SchemaNode, depth: number): Shape {
  const members: [name: string, shape: Shape][] = [];
  for (const [name, [property]] of collectProperties(schema))
    if (property) members.push([name, describeShape(property, depth + 1)]);
  const isClosed = listPossible(schema).some(
    ({ keywords }) => keywords.additionalProperties?.kind === 'never',
  );
  if (isClosed) return { object: Object.fromEntries(members) };
  const values = findValues(schema);
  return {
    object: Object.fromEntries(members),
    others: values ? describeShape(values, depth + 1) : 'string',
  };
}

// Every text is a string.
function guessTypes(schema: SchemaNode): ReadonlySet<string> {
  if (collectProperties(schema).size > 0) return new Set(['object']);
  return new Set([findItems(schema) ? 'array' : 'string']);
}
