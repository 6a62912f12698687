// Pagination, as far as the document specifies it: by a link to the operation itself, by the response header `Link`
// (RFC 8288), by a property named `next` followed by the name of a parameter, by a URL, or by a flag and the last id. An iterator that guesses
// would loop or skip items without an error, so a list that only looks paginated has no pages.

import {
  findKeyword,
  isJsonObject,
  isLinkTarget,
  type LocatedSchema,
  type OpenApiModel,
  type Operation,
  type Response,
} from '@keyframe/openapi-model';
import type { Pagination } from '@keyframe/openapi-runtime/client';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { collectProperties, findItemsSchema, findTypes, listVariants } from './schemas.ts';

/** The pagination of an operation, and the path of names to its items; undefined if no list is found. */
export interface PaginationPlan {
  pagination: Pagination;
  items: readonly string[] | undefined;
}

/** Derives the pagination of an operation; undefined if the document does not specify it. */
export function planPagination(model: OpenApiModel, operation: Operation): PaginationPlan | undefined {
  for (const response of operation.responses) {
    if (!response.status.startsWith('2')) continue;
    const json = response.content.find(({ name }) => isJson(name))?.schema;
    const way =
      byLink(operation, response) ??
      byHeader(operation, response) ??
      (json &&
        (byBody(model, operation, json) ??
          byLastItem(model, operation, json) ??
          byBothEnds(model, operation, json)));
    if (!way) continue;
    const items = json && findItems(model, json, operation.path);
    const pointer = items?.map((name) => `/${token(name)}`).join('');
    return { pagination: { ...way, ...(pointer === undefined ? {} : { items: pointer }) }, items };
  }
  return undefined;
}

function byLink(operation: Operation, { links }: Response): Pagination | undefined {
  for (const link of links) {
    if (!isLinkTarget(link, operation)) continue;
    const next: Record<string, Record<string, string>> = {};
    for (const [key, value] of Object.entries(link.parameters)) {
      const parameter = operation.parameters.find(
        ({ name, location }) => key === name || key === `${location}.${name}`,
      );
      const source = parseSource(value);
      if (!parameter || source === undefined) continue;
      next[parameter.location] = { ...next[parameter.location], [parameter.name]: source };
    }
    if (Object.keys(next).length > 0) return { next };
  }
  return undefined;
}

// `$request…` keeps a parameter unchanged, which is the default.
function parseSource(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const expression = value.replace(/^\{(.*)\}$/, '$1');
  const [, pointer, header] = /^\$response\.(?:body#(\/.*)|header\.(.+))$/.exec(expression) ?? [];
  return header === undefined ? pointer : `header:${header}`;
}

function byHeader({ method }: Operation, { headers }: Response): Pagination | undefined {
  return method === 'get' && headers.some(({ name }) => name.toLowerCase() === 'link')
    ? { link: 'Link' }
    : undefined;
}

function byBody(model: OpenApiModel, operation: Operation, body: LocatedSchema): Pagination | undefined {
  for (const [pointer, name, schema] of listBodyMembers(model, body)) {
    const types = findTypes(model, schema) ?? [];
    if (!types.some((type) => type === 'string' || type === 'integer')) continue;
    const parameter = operation.parameters.find(
      (one) => one.location === 'query' && isNextParameter(plain(name), plain(one.name)),
    );
    if (parameter) return { next: { query: { [parameter.name]: pointer } } };
    if (operation.method === 'get' && isNextUrl(name, findKeyword(model, schema, 'format')))
      return { link: pointer };
  }
  return undefined;
}

// The parameters that are set to the end of a page, by the name of the property that contains it.
const CONTINUATIONS: readonly [property: string, parameters: readonly string[]][] = [
  ['lastid', ['after', 'afterid', 'startingafter']],
  ['endcursor', ['after', 'aftercursor', 'cursor']],
  ['nextoffset', ['after']],
];

// Pages that end with a flag: the next one begins after the id of the last item.
function byLastItem(model: OpenApiModel, operation: Operation, body: LocatedSchema): Pagination | undefined {
  const members = listBodyMembers(model, body);
  const [more] =
    members.find(
      ([, name, schema]) =>
        /^hasmore$|^hasnext(?:page)?$/.test(plain(name)) && findTypes(model, schema)?.includes('boolean'),
    ) ?? [];
  if (more === undefined || operation.method !== 'get') return undefined;
  const find = (names: readonly string[]) =>
    operation.parameters.find((one) => one.location === 'query' && names.includes(plain(one.name)));
  for (const [pointer, name] of members) {
    const [, names = []] = CONTINUATIONS.find(([property]) => property === plain(name)) ?? [];
    const parameter = find(names);
    if (parameter) return { more, next: { query: { [parameter.name]: pointer } } };
  }
  const parameter = find(['startingafter', 'afterid']);
  const items = findItems(model, body, operation.path);
  if (parameter === undefined || items === undefined || !hasId(model, body, items)) return undefined;
  return { more, next: { query: { [parameter.name]: 'last:/id' } } };
}

// The ends of a page, `before` and `after`, are parameters of the same names.
function byBothEnds(model: OpenApiModel, operation: Operation, body: LocatedSchema): Pagination | undefined {
  const pointers = new Set(listBodyMembers(model, body).map(([pointer]) => pointer));
  const isParameter = (name: string) =>
    operation.parameters.some((one) => one.location === 'query' && one.name === name);
  if (operation.method !== 'get' || !isParameter('before') || !isParameter('after')) return undefined;
  const after = [...pointers].find(
    (pointer) => pointer.endsWith('/after') && pointers.has(pointer.replace(/after$/, 'before')),
  );
  return after === undefined ? undefined : { next: { query: { after } } };
}

function hasId(model: OpenApiModel, body: LocatedSchema, path: readonly string[]): boolean {
  let list: LocatedSchema | undefined = body;
  for (const name of path) list = list && collectProperties(model, list).get(name);
  const item = list && findItemsSchema(model, list);
  return (
    item !== undefined && listVariants(model, item).every((one) => collectProperties(model, one).has('id'))
  );
}

// Lists the members of the body, then those of the objects in it.
function listBodyMembers(
  model: OpenApiModel,
  body: LocatedSchema,
): [pointer: string, name: string, schema: LocatedSchema][] {
  const top = [...collectProperties(model, body)];
  const inner = top.flatMap(([name, schema]) =>
    [...collectProperties(model, schema)].map(([member, one]): [string, string, LocatedSchema] => [
      `/${token(name)}/${token(member)}`,
      member,
      one,
    ]),
  );
  return [
    ...top.map(([name, one]): [string, string, LocatedSchema] => [`/${token(name)}`, name, one]),
    ...inner,
  ];
}

function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

// `next_cursor` continues `cursor`, and `nextToken` itself.
function isNextParameter(property: string, parameter: string): boolean {
  return property === `next${parameter}` || (property === parameter && /^next./.test(parameter));
}

function isNextUrl(name: string, format: unknown): boolean {
  const isUrl = typeof format === 'string' && /^(?:uri|url|iri)/.test(format);
  return plain(name) === 'next' ? isUrl : /^(?:odata)?next(?:page)?(?:url|uri|link|href)$/.test(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const LIST_NAMES = ['data', 'items', 'results', 'entries', 'records', 'values', 'elements', 'list'];

/**
 * Finds the list of a page: the body itself, its only list, or the one of several that is named as the last word of the
 * path or by a common name; otherwise such a list in an object of the body.
 */
function findItems(model: OpenApiModel, body: LocatedSchema, path: string): readonly string[] | undefined {
  if (isList(model, body)) return [];
  const properties = [...collectProperties(model, body)];
  const own = chooseList(model, properties, path);
  if (own !== undefined || properties.some(([, schema]) => isList(model, schema)))
    return own === undefined ? undefined : [own];
  const inner = properties.flatMap(([name, schema]) => {
    const list = chooseList(model, [...collectProperties(model, schema)], path);
    return list === undefined ? [] : [[name, list]];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

function chooseList(
  model: OpenApiModel,
  properties: readonly (readonly [string, LocatedSchema])[],
  path: string,
): string | undefined {
  const names = properties.filter(([, schema]) => isList(model, schema)).map(([name]) => name);
  if (names.length < 2) return names[0];
  const word = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return [word, ...LIST_NAMES].flatMap(
    (wanted) => names.find((name) => plain(name) === plain(wanted)) ?? [],
  )[0];
}

function isList(model: OpenApiModel, located: LocatedSchema): boolean {
  const types = findTypes(model, located) ?? [];
  const isArray = types.includes('array') && types.every((type) => type === 'array' || type === 'null');
  return isArray || (types.length === 0 && isJsonObject(findKeyword(model, located, 'items')));
}
