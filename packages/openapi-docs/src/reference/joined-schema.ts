/** Several schemas that one value must match, read as one. */
import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import { jsonEqual, type Keywords, type SchemaNode } from '@keyframe/openapi-schema';
import { listApplied, listConstants } from '@keyframe/openapi-schema/facts';

type Annotations = SchemaNode['annotations'];

export interface JoinedSchema {
  /** Each keyword as the first schema has it that has the keyword. */
  readonly keywords: Partial<Keywords>;
  readonly annotations: Pick<
    Annotations,
    'default' | 'deprecated' | 'description' | 'readOnly' | 'writeOnly'
  >;
  /** The values that all schemas allow together; undefined if none lists any. */
  readonly values: readonly JsonValue[] | undefined;
}

/** The schema of a member without one. */
export const ANY_VALUE: LocatedSchema = { schema: true, pointer: '' };

/** Joins schemas with all that hold with them. */
export function joinSchemas(nodes: readonly SchemaNode[]): JoinedSchema {
  const applied = listApplied(...nodes);
  const keywords: Partial<Keywords> = {};
  for (const node of applied.toReversed())
    for (const { name } of node.written)
      if (name !== undefined) Object.assign(keywords, { [name]: node.keywords[name] });
  const all = applied.map(({ annotations }) => annotations);
  const find = <TName extends 'default' | 'description'>(name: TName) =>
    all.map((annotations) => annotations[name]).find((value) => value !== undefined);
  const has = (name: 'deprecated' | 'readOnly' | 'writeOnly') => all.some((annotations) => annotations[name]);
  return {
    keywords,
    annotations: {
      default: find('default'),
      description: find('description'),
      deprecated: has('deprecated'),
      readOnly: has('readOnly'),
      writeOnly: has('writeOnly'),
    },
    values: listAllowed(nodes),
  };
}

/** Intersects the constants of schemas; undefined if no schema has any. */
export function listAllowed(nodes: readonly SchemaNode[]): JsonValue[] | undefined {
  const lists = nodes.map(listConstants).filter((list) => list !== undefined);
  return lists.length === 0
    ? undefined
    : lists.reduce((left, right) => left.filter((value) => right.some((other) => jsonEqual(value, other))));
}
