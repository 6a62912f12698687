// Members that a document does not describe, although it accepts them: those of open objects that no part declares.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject, type LocatedSchema } from '@keyframe/openapi-model';
import { readSafePattern } from '@keyframe/openapi-schema';
import { createShape, declaredMembers, listBranches, listHeld, type Shape } from './shape.ts';
import type { ValueSource } from './smallest-values.ts';

/** The name and the value of the one member beyond those declared: no document means it by chance. */
export const UNDECLARED = 'undeclared';

const OTHERS = ['additionalProperties', 'unevaluatedProperties'] as const;

/** Reports whether schemas of a document describe all members of a value, but for `UNDECLARED`. */
export function describesMembers(
  source: ValueSource,
  schemas: readonly LocatedSchema[],
  value: JsonValue,
): boolean {
  const shapes = schemas.flatMap((located) => listShapes(source, located, value));
  if (Array.isArray(value)) {
    return value.every((item, index) => describesMembers(source, listItems(shapes, index), item));
  }
  if (!isJsonObject(value)) return true;
  const entries = Object.entries(value) as [string, JsonValue][];
  const isFree = shapes.every(
    (shape) => declaredMembers(shape).size === 0 && listPatterns(shape).length === 0,
  );
  return entries.every(([name, member]) => {
    const declared: LocatedSchema[] = [];
    const undeclared: LocatedSchema[] = [];
    for (const shape of shapes) {
      const patterns = listPatterns(shape).filter(([pattern]) => pattern.test(name));
      declared.push(...(declaredMembers(shape).get(name) ?? []), ...patterns.map(([, located]) => located));
      for (const keyword of OTHERS) undeclared.push(...listHeld(shape, keyword));
    }
    if (declared.length > 0) return describesMembers(source, declared, member);
    // An object that allows any other member explicitly is as open as one that does not mention them.
    const described = undeclared.filter(({ schema }) => !isAnything(schema));
    if (described.some(({ schema }) => schema !== false)) return describesMembers(source, described, member);
    return isFree || (name === UNDECLARED && member === UNDECLARED);
  });
}

function isAnything(schema: LocatedSchema['schema']): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

// The shape of a schema, and those of the alternatives that accept the value.
function listShapes(source: ValueSource, root: LocatedSchema, value: JsonValue): Shape[] {
  const shapes = new Map<string, Shape>();
  const open = [root];
  for (let located = open.pop(); located; located = open.pop()) {
    if (shapes.has(located.pointer)) continue;
    const shape = createShape(source.model, located);
    shapes.set(located.pointer, shape);
    open.push(...listApplied(source, shape, value));
  }
  return [...shapes.values()];
}

function listApplied(source: ValueSource, shape: Shape, value: JsonValue): LocatedSchema[] {
  const accepting = listBranches(shape).filter((branch) => source.accepts(branch, value) === true);
  const dependent = shape.conjuncts.flatMap(({ node }) =>
    [...node.keywords.dependentSchemas.values()].map(({ origin }) => origin),
  );
  return [...accepting, ...listHeld(shape, 'met'), ...listHeld(shape, 'unmet'), ...dependent];
}

function listItems(shapes: readonly Shape[], index: number): LocatedSchema[] {
  return shapes.flatMap((shape) => {
    const items = shape.conjuncts.map(({ node }) => node.keywords.prefix[index]?.origin);
    const positional = items.filter((item) => item !== undefined);
    return positional.length > 0 ? positional : listHeld(shape, 'items');
  });
}

function listPatterns(shape: Shape): [RegExp, LocatedSchema][] {
  const patterns: [RegExp, LocatedSchema][] = [];
  for (const { node } of shape.conjuncts) {
    for (const [source, { origin }] of node.keywords.patternProperties) {
      const pattern = readSafePattern(source)?.expression;
      if (pattern) patterns.push([pattern, origin]);
    }
  }
  return patterns;
}
