import { appendPointer, isJsonObject, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { SUBSCHEMAS } from './keywords.ts';

/** A schema inside another one, and the keyword that holds it. */
export interface Child {
  keyword: string;
  /** The name of the member, of a pattern or of a dependency. */
  name: string | undefined;
  located: LocatedSchema;
}

/** Lists the schemas directly inside a schema. */
export function listChildSchemas({ schema, pointer }: LocatedSchema): Child[] {
  if (!isJsonObject(schema)) return [];
  return Object.keys(schema).flatMap((keyword): Child[] => {
    const value = memberOf(schema, keyword);
    const keywordPointer = appendPointer(pointer, keyword);
    if (SUBSCHEMAS.one.has(keyword)) {
      return isSchema(value)
        ? [{ keyword, name: undefined, located: { schema: value, pointer: keywordPointer } }]
        : [];
    }
    const isMap = SUBSCHEMAS.map.has(keyword) && isJsonObject(value);
    if (!isMap && !(SUBSCHEMAS.list.has(keyword) && Array.isArray(value))) return [];
    return Object.entries(value).flatMap(([name, child]): Child[] =>
      isSchema(child)
        ? [
            {
              keyword,
              name: isMap ? name : undefined,
              located: { schema: child, pointer: appendPointer(keywordPointer, name) },
            },
          ]
        : [],
    );
  });
}
