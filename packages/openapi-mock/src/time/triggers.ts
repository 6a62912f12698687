import type { MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';

/** Lists the JSON bodies of all callbacks and webhooks of a document by their names. */
export function listTriggers({ operations, webhooks }: OpenApiModel): ReadonlyMap<string, MediaType> {
  const sources = [...operations.flatMap(({ callbacks }) => callbacks), ...webhooks];
  const triggers = sources.flatMap(({ name, operations: requests }) =>
    requests.flatMap((request) => findBody(request).map((media) => [name, media] as const)),
  );
  // The first of several with one name.
  return new Map(triggers.toReversed());
}

function findBody({ requestBody }: Operation): MediaType[] {
  return requestBody?.content.filter(({ name }) => isJson(name)).slice(0, 1) ?? [];
}
