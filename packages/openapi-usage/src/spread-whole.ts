// Values that go on as a whole use all that is below them.
import { type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import { SchemaGraph, walk } from '@keyframe/openapi-schema';
import type { PlaceUse, Usage } from './usage.ts';

/** Adds the places below those whose values go on as a whole. */
export function spreadWhole(model: OpenApiModel, places: Usage['places']): Map<string, PlaceUse> {
  const graph = new SchemaGraph(model);
  const spread = new Map(Object.entries(places));
  for (const [place, { whole }] of Object.entries(places)) {
    const schema = whole && valueAt(model.document, place);
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) continue;
    for (const { pointer } of walk(graph.node({ schema, pointer: place }))) {
      const use = spread.get(pointer) ?? {};
      if (pointer !== place) spread.set(pointer, { ...use, whole: [...(use.whole ?? []), ...(whole ?? [])] });
    }
  }
  return spread;
}
