// Streams the state of a resource to a reader that comes back for the next one (HTML, section 9.2).
import { findResponse, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { findSuccess } from '@keyframe/openapi-resources';
import type { Call, Engine, Outcome } from '../engine.ts';
import { getHeader } from '../exchange.ts';
import { findDueTime, isFinal } from '../time/progress.ts';
import type { Resource } from './world.ts';

const MOST_RETRY_MS = 1000;

/** Returns the state of a resource as a stream that ends; undefined if the items of the operation do not show the resource. */
export function streamState(
  engine: Engine,
  { operation, headers }: Call,
  { progress, value }: Resource,
): Outcome | undefined {
  const state = progress?.course[progress.index];
  if (progress === undefined || state === undefined) return undefined;
  const retry = Math.max(1, Math.min(findDueTime(progress) - engine.clock.now(), MOST_RETRY_MS));
  const item = createItem(engine, operation, { id: state, retry, data: value });
  if (item === undefined) return undefined;
  const isSeen = getHeader(headers, 'last-event-id') === state;
  if (isSeen && isFinal(progress) && findResponse(operation, 204)) return { status: 204 };
  return { status: findSuccess(operation), items: isSeen ? [] : [item] };
}

interface StateEvent {
  id: string;
  retry: number;
  /** The representation of the resource. */
  data: Resource['value'];
}

function createItem(
  { schemas, values }: Engine,
  operation: Operation,
  { id, retry, data }: StateEvent,
): JsonValue | undefined {
  const response = findResponse(operation, findSuccess(operation));
  const stream = response?.content.find((media) => media.stream)?.stream;
  if (stream === undefined) return undefined;
  const directed = { schema: stream.item, direction: 'response' as const };
  const isAccepted = (item: JsonValue) => schemas.accepts(directed, item);
  if (stream.format !== 'events') return isAccepted(data) ? data : undefined;
  const { event } = Object(values.find(directed)) as { event?: JsonValue };
  const message = { ...(event !== undefined && { event }), data };
  return [{ ...message, id, retry }, message].find(isAccepted);
}
