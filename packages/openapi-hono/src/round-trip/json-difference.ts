import { appendPointer, isJsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model';

/** One difference between two JSON values; undefined means that the value is absent. */
export interface JsonDifference {
  /** A JSON pointer in its URI fragment form. */
  pointer: string;
  source: JsonValue | undefined;
  emitted: JsonValue | undefined;
}

/** Lists the outermost locations at which two JSON values differ; the order of members is ignored. */
export function listDifferences(
  source: JsonValue | undefined,
  emitted: JsonValue | undefined,
  pointer = '#',
): JsonDifference[] {
  if (isJsonObject(source) && isJsonObject(emitted)) {
    const names = new Set([...Object.keys(source), ...Object.keys(emitted)]);
    return [...names].flatMap((name) =>
      listDifferences(memberOf(source, name), memberOf(emitted, name), appendPointer(pointer, name)),
    );
  }
  if (Array.isArray(source) && Array.isArray(emitted)) {
    const indexes = Array.from({ length: Math.max(source.length, emitted.length) }, (_, index) => index);
    return indexes.flatMap((index) =>
      listDifferences(source[index], emitted[index], appendPointer(pointer, index)),
    );
  }
  return source === emitted ? [] : [{ pointer, source, emitted }];
}
