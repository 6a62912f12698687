import type { MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';

/** Lists the JSON bodies of all callbacks and webhooks of a document by their names. */
export function listTriggers({ operations, webhooks }: OpenApiModel): ReadonlyMap<string, MediaType> {
  const triggers = new Map<string, MediaType>();
  const add = ({ name, operations: requests }: { name: string; operations: readonly Operation[] }) => {
    for (const { requestBody } of requests) {
      const body = requestBody?.content.find((media) => isJson(media.name));
      if (body && !triggers.has(name)) triggers.set(name, body);
    }
  };
  for (const { callbacks } of operations) callbacks.forEach(add);
  webhooks.forEach(add);
  return triggers;
}
