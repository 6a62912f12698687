import { appendPointer, isJsonObject, isSchema, type JsonObject, memberOf } from '@keyframe/openapi-model';
import { type Code, list } from '../code.ts';
import { bounds, readNumber } from './compile-scalars.ts';
import type { SchemaCompiler } from './compile-schema.ts';
import { subschemas } from './schema-graph.ts';

interface Place {
  schema: JsonObject;
  pointer: string;
}

/** Compiles the keywords about lists, into parts that all apply. */
export function compileArray(compiler: SchemaCompiler, place: Place): Code[] {
  const { schema } = place;
  const prefix = subschemas(place, 'prefixItems').map((item) => compiler.compile(item));
  const items = compiler.compileMember(place, 'items');
  const parts: Code[] = [
    [`z.array(`, prefix.length > 0 ? 'z.unknown()' : (items ?? 'z.unknown()'), ')', ...size(compiler, place)],
  ];
  if (prefix.length > 0) {
    parts.push(compiler.runtime('prefixItems', list(prefix), ...(items === undefined ? [] : [items])));
  }
  const contained = compiler.compileMember(place, 'contains');
  if (contained !== undefined) {
    const min = readNumber(compiler, place, 'minContains');
    const max = readNumber(compiler, place, 'maxContains');
    parts.push(compiler.runtime('contains', contained, bounds(min, max)));
  }
  if (memberOf(schema, 'uniqueItems') === true) parts.push(compiler.runtime('uniqueItems'));
  return parts;
}

function size(compiler: SchemaCompiler, place: Place): Code[] {
  const min = readNumber(compiler, place, 'minItems');
  const max = readNumber(compiler, place, 'maxItems');
  if (min === undefined && max === undefined) return [];
  return ['.check(', compiler.runtime('itemCount', bounds(min, max)), ')'];
}

/** Lists the schemas that a map of schemas holds. */
export function schemaMap(compiler: SchemaCompiler, { schema, pointer }: Place, keyword: string) {
  const map = memberOf(schema, keyword);
  const place = appendPointer(pointer, keyword);
  if (map === undefined) return [];
  if (!isJsonObject(map)) {
    compiler.refusals.add(place, `"${keyword}" holds no map.`, 'Write an object of schemas.');
    return [];
  }
  return Object.keys(map).flatMap((name) => {
    const value = map[name];
    const at = appendPointer(place, name);
    if (isSchema(value)) return [{ name, located: { schema: value, pointer: at } }];
    compiler.refusals.add(at, 'This is no schema.', 'Write an object of keywords, true or false.');
    return [];
  });
}
