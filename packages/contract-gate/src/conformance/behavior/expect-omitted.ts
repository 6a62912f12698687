// The fate of a property that an update omits. One rule for all checks, so that none requires what another one reports.
import type { JsonObject, Operation } from '@keyframe/openapi-model';
import { hasVerbs } from '@keyframe/openapi-resources';
import { writableProperties } from '../resources/described-properties.ts';
import type { ResourceClient } from './resource-client.ts';

/** An update that may omit a property. */
interface PossibleOmission {
  operation: Operation;
  sent: JsonObject;
  name: string;
}

/**
 * Returns whether an update keeps or resets a property that it omits; undefined if it contains the property, or may do
 * either. A PATCH keeps the properties that a request may set, a PUT resets those that it may set itself; a POST, and a PUT
 * to a path with a verb, may do either. A property that is set once, such as `createdAt`, is kept; if a PUT may set it, both
 * are right.
 */
export function expectOmitted(
  client: ResourceClient,
  { operation, sent, name }: PossibleOmission,
): 'kept' | 'reset' | undefined {
  const { session } = client.context;
  const { conventions } = session;
  // The server may set the time of the last change.
  if (Object.hasOwn(sent, name) || conventions.matches('updated', name)) return undefined;
  const isSteady = conventions.matches('steady', name);
  if (operation.method === 'patch') return isSteady || writableNames(client).has(name) ? 'kept' : undefined;
  const isWritable = writableProperties(session, operation).has(name);
  if (isSteady) return isWritable ? undefined : 'kept';
  const isReplacement = operation.method === 'put' && !hasVerbs(operation);
  return isWritable && isReplacement ? 'reset' : undefined;
}

/** Returns the properties that any operation on a resource may set. */
export function writableNames({ context: { session }, collection }: ResourceClient): Set<string> {
  const { create, patch, put } = collection;
  return new Set([create, patch, put].flatMap((one) => [...writableProperties(session, one).keys()]));
}
