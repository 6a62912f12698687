import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectCertainProperties, listApplied } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { simplifyName, toSingular } from '../names/words.ts';

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
  const choose = (schema: SchemaNode) => {
    const lists = [...collectCertainProperties(schema)].filter(([, member]) => isArray(member));
    return chooseList(
      lists.map(([name]) => name),
      path,
      reader,
    );
  };
  const properties = [...collectCertainProperties(body)];
  const name = choose(body);
  if (name !== undefined) return [name];
  if (properties.some(([, schema]) => isArray(schema))) return undefined;
  const paths: string[][] = [];
  for (const [outer, schema] of properties) {
    const list = choose(schema);
    if (list !== undefined) paths.push([outer, list]);
  }
  return paths.length === 1 ? paths[0] : undefined;
}

/** Chooses the list of a page among members: the only one, or the one with the name of the path's last word, or a usual name. */
export function chooseList(
  names: readonly string[],
  path: string,
  { conventions }: Pick<DocumentReader, 'conventions'>,
): string | undefined {
  if (names.length < 2) return names[0];
  const usual = conventions.list('items').map(simplifyName);
  return (
    names.find((name) => isNamedAfter(path, name)) ??
    usual.map((name) => names.find((one) => simplifyName(one) === name)).find((name) => name !== undefined)
  );
}

/** Reports whether the last segment of a path names a member: `changes` of `/stores/{id}/changes`. */
export function isNamedAfter(path: string, name: string): boolean {
  const segment = path.split('/').findLast((literal) => literal !== '' && !literal.includes('{')) ?? '';
  return segment !== '' && toSingular(simplifyName(name)) === toSingular(simplifyName(segment));
}

function isArray(schema: SchemaNode): boolean {
  const { types } = schema;
  if (types) return types.has('array') && [...types].every((type) => type === 'array' || type === 'null');
  return listApplied(schema).some(({ keywords }) => keywords.items !== undefined);
}
