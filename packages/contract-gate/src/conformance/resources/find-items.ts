// The items of a list.
import { isJsonObject } from '@keyframe/openapi-model';
import { type DocumentReader, type ListItem, planList, readItems } from '@keyframe/openapi-resources';
import { bodyValue, type Exchange } from '../session/session.ts';

/** Finds the items of a list; undefined for another response. */
export function findItems(
  exchange: Pick<Exchange, 'body' | 'operation'>,
  reader: DocumentReader,
): ListItem[] | undefined {
  const { operation } = exchange;
  const plan = planList(reader, operation);
  return readItems(bodyValue(exchange), plan, { path: operation.path, conventions: reader.conventions });
}

/** Finds the items of a list that is the only one in its body: beside others, such as errors, a limit may mean something else. */
export function findOnlyItems(
  exchange: Pick<Exchange, 'body' | 'operation'>,
  reader: DocumentReader,
): ListItem[] | undefined {
  const body = bodyValue(exchange);
  const lists = isJsonObject(body) ? Object.values(body).filter(Array.isArray) : [];
  return lists.length > 1 ? undefined : findItems(exchange, reader);
}
