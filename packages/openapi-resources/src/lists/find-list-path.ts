import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectCertainProperties, listApplied } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { simplifyName } from '../names/words.ts';

/**
 * Finds the list of a page: the body itself, its only list, or the one of several that is named as the last word of the
 * path or by a usual name; otherwise such a list in an object of the body.
 */
export function findListPath(
  body: SchemaNode,
  path: string,
  reader: Pick<DocumentReader, 'conventions'>,
): readonly string[] | undefined {
  if (isArray(body)) return [];
  const word = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  const usual = [word, ...reader.conventions.list('items')].map(simplifyName);
  const choose = (schema: SchemaNode) => chooseList(schema, usual);
  const properties = [...collectCertainProperties(body)];
  const name = choose(body);
  if (name !== undefined) return [name];
  if (properties.some(([, schema]) => isArray(schema))) return undefined;
  const paths = properties.flatMap(([outer, schema]) => {
    const list = choose(schema);
    return list === undefined ? [] : [[outer, list]];
  });
  return paths.length === 1 ? paths[0] : undefined;
}

function chooseList(schema: SchemaNode, usual: readonly string[]): string | undefined {
  const lists = [...collectCertainProperties(schema)].filter(([, member]) => isArray(member));
  const names = lists.map(([name]) => name);
  if (names.length < 2) return names[0];
  return usual
    .map((name) => names.find((one) => simplifyName(one) === name))
    .find((name) => name !== undefined);
}

function isArray(schema: SchemaNode): boolean {
  const { types } = schema;
  if (types) return types.has('array') && [...types].every((type) => type === 'array' || type === 'null');
  return listApplied(schema).some(({ keywords }) => keywords.items !== undefined);
}
