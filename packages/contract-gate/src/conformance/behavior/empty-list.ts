import { isJsonObject } from '@keyframe/openapi-model';
import { isNamedAfter } from '@keyframe/openapi-resources';
import { findItems } from '../resources/find-items.ts';
import { bodyValue } from '../session/session.ts';
import type { ObservedExchange } from './state-observations.ts';

/** Whether a response is a list without items. An empty list in a resource is a property of it. */
export function isEmptyList({ client, operation, exchange }: ObservedExchange): boolean {
  const { pool, session } = client.context;
  const body = bodyValue(exchange);
  const names = isJsonObject(body) ? Object.keys(body) : [];
  const isList =
    Array.isArray(body) ||
    names.some((name) => isNamedAfter(operation.path, name)) ||
    pool.collections.some(({ list }) => list === operation);
  return isList && findItems(exchange, session.reader)?.length === 0;
}
