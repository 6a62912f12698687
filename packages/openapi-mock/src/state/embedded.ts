// Lists of resources inside of the one that they were created below: `GET /orders/{id}` shows `items` of `/orders/{id}/items`.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { findNodes, isList, mergeProperties } from '../document/schema-parts.ts';
import type { Schemas } from '../document/schemas.ts';
import { simplifyName } from './id-names.ts';
import { findSuccessSchema } from './operation-schemas.ts';
import { writeTemplate } from './path-templates.ts';
import type { Embedded, ResourceKind } from './resource-kind.ts';
import { isWithin, type Resource, type World } from './world.ts';

type EmbeddingKind = Pick<ResourceKind, 'creation' | 'envelope' | 'itemPath' | 'source'>;

/** Finds the members of a kind that list what is created below its resources. */
export function findEmbedded(
  { itemPath, source, envelope }: EmbeddingKind,
  kinds: readonly EmbeddingKind[],
  schemas: Schemas,
): Embedded[] {
  const body = findSuccessSchema(source, schemas);
  const members = body ? [...mergeProperties(findNodes([body], envelope.path))] : [];
  const lists = members.filter(([, nodes]) => nodes.some(isList)).map(([name]) => name);
  return kinds.flatMap((inner) => {
    const {
      outer = '',
      parameter = '',
      name = '',
    } = /^(?<outer>.*\{(?<parameter>[^{}]*)\})\/(?<name>[^/{}]+)$/.exec(
      inner.creation?.operation.resourcePath ?? '',
    )?.groups ?? {};
    const member = lists.find((one) => simplifyName(one) === simplifyName(name));
    const isBelow = writeTemplate(outer) === writeTemplate(itemPath);
    if (member === undefined || !isBelow) return [];
    return [{ member, itemPath: inner.itemPath, idProperty: inner.envelope.idProperty, parameter }];
  });
}

/** The lists of a kind, and the values that its representations accept. */
export interface Embedding {
  embedded: readonly Embedded[];
  accepts: (value: JsonObject) => boolean;
}

/** Writes what was created below resources into their lists, after the items that requests have set. */
export function embedInner(
  world: World,
  resources: readonly Resource[],
  { embedded, accepts }: Embedding,
): readonly Resource[] {
  for (const one of embedded) {
    const groups = Map.groupBy(world.list(one.itemPath), ({ parents }) => parents[one.parameter] ?? '');
    for (const resource of resources) {
      const inner = (groups.get(resource.id) ?? []).filter((child) => isWithin(child, resource.parents));
      if (inner.length === 0 && !Object.hasOwn(resource.value, one.member)) continue;
      const listed = [...listSent(resource, inner, one), ...inner.map(({ value }) => value)];
      const value = { ...resource.value, [one.member]: listed };
      if (accepts(value)) resource.value = value;
    }
  }
  return resources;
}

// A request that repeats what was read contains the inner resources, too.
function listSent({ owned }: Resource, inner: readonly Resource[], one: Embedded): JsonValue[] {
  const sent = owned[one.member];
  const ids = new Set(inner.map(({ id }) => id));
  const isInner = (item: JsonValue) => isJsonObject(item) && ids.has(String(item[one.idProperty ?? '']));
  return Array.isArray(sent) ? sent.filter((item) => !isInner(item)) : [];
}
