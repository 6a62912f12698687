import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { StateCallback } from '../states/state-machine.ts';

/** Lists the callbacks of an operation, which belong to no state. */
export function listCallbacks(source: Operation): StateCallback[] {
  return source.callbacks.flatMap(({ name, expression, operations }) =>
    operations.map((operation) => {
      const media = operation.requestBody?.content.find((content) => isJson(content.name));
      return { name, expression, source, operation, media, state: undefined };
    }),
  );
}
