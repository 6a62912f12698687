// Shows the state of a resource as an item of a stream.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { Engine } from '../engine.ts';
import { findResponse, findSuccess } from '../response/responses.ts';

interface ShownState {
  state: string;
  /** The representation of the resource. */
  value: JsonObject;
  retryMs: number;
}

/** Returns the item that shows a state; undefined if the operation has no stream whose items show the resource. */
export function showState(
  { schemas, values }: Engine,
  operation: Operation,
  { state, value, retryMs }: ShownState,
): JsonValue | undefined {
  const response = findResponse(operation, findSuccess(operation));
  const stream = response?.content.find((media) => media.stream)?.stream;
  if (stream === undefined) return undefined;
  const directed = { schema: stream.item, direction: 'response' as const };
  const isAccepted = (item: JsonValue) => schemas.accepts(directed, item);
  if (stream.format !== 'events') return isAccepted(value) ? value : undefined;
  const { event } = Object(values.find(directed)) as { event?: JsonValue };
  const named = { ...(event !== undefined && { event }), data: value };
  return [{ ...named, id: state, retry: retryMs }, named].find(isAccepted);
}
