// The items of a list.
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
