// The containment of objects in a document: the only table for all passes over a whole document.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from './json.ts';
import { isOpenApi32 } from './openapi-version.ts';
import { appendPointer } from './pointer.ts';
import { listSchemaKeywords } from './schema-keywords.ts';

/** Names the objects of OpenAPI that can hold others or be referred to. */
export type ObjectKind = keyof typeof MEMBERS;

interface Member {
  /** Names that begin with `x-` extend an extensible map; in another map they are entries like all others. */
  holds: 'one' | 'list' | 'map' | 'extensible map';
  kind: string;
}

const one = <TKind extends string>(kind: TKind) => ({ holds: 'one', kind }) as const;
const list = <TKind extends string>(kind: TKind) => ({ holds: 'list', kind }) as const;
const map = <TKind extends string>(kind: TKind) => ({ holds: 'map', kind }) as const;
const extensibleMap = <TKind extends string>(kind: TKind) => ({ holds: 'extensible map', kind }) as const;

function members<TMember>(names: readonly string[], member: TMember): Record<string, TMember> {
  return Object.fromEntries(names.map((name) => [name, member]));
}

const DESCRIBED = { schema: one('schema'), examples: map('example'), content: map('mediaType') };

// `x-item-schema` is the member of documents before OpenAPI 3.2.
const ITEMS = { itemSchema: one('schema'), 'x-item-schema': one('schema') };
const ENCODINGS = {
  encoding: map('encoding'),
  prefixEncoding: list('encoding'),
  itemEncoding: one('encoding'),
};

const MEMBERS = {
  document: { paths: extensibleMap('pathItem'), webhooks: map('pathItem'), components: one('components') },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('requestBody'),
    headers: map('header'),
    securitySchemes: map('securityScheme'),
    links: map('link'),
    callbacks: map('callback'),
    pathItems: map('pathItem'),
    mediaTypes: map('mediaType'),
  },
  pathItem: {
    ...members('get put post delete options head patch trace query'.split(' '), one('operation')),
    additionalOperations: map('operation'),
    parameters: list('parameter'),
  },
  operation: {
    parameters: list('parameter'),
    requestBody: one('requestBody'),
    responses: extensibleMap('response'),
    callbacks: map('callback'),
  },
  parameter: DESCRIBED,
  header: DESCRIBED,
  requestBody: { content: map('mediaType') },
  response: { headers: map('header'), content: map('mediaType'), links: map('link') },
  mediaType: { schema: one('schema'), ...ITEMS, examples: map('example'), ...ENCODINGS },
  encoding: { headers: map('header'), ...ENCODINGS },
  schema: {
    ...members(listSchemaKeywords('schema'), one('schema')),
    ...members(listSchemaKeywords('schemas'), list('schema')),
    ...members(listSchemaKeywords('schemas by name'), map('schema')),
    // They hold schemas, but decide nothing themselves.
    contentSchema: one('schema'),
    $defs: map('schema'),
  },
  // A callback maps expressions to path items, beside which there are only extensions.
  callback: {},
  example: {},
  link: {},
  securityScheme: {},
} satisfies Record<string, Record<string, Member>>;

/**
 * Returns the folder of `components` that contains objects of a kind; undefined for kinds that references cannot
 * target: before OpenAPI 3.2, media types.
 */
export function getComponentsFolder(kind: ObjectKind, document: JsonObject): string | undefined {
  if (kind === 'mediaType' && !isOpenApi32(document)) return undefined;
  return Object.entries(MEMBERS.components).find(([, member]) => member.kind === kind)?.[0];
}

/** An object of a document: its kind and its location. */
export interface DocumentObject {
  kind: ObjectKind;
  value: JsonObject;
  pointer: string;
}

/** Lists the objects that an object holds directly, in the order of the document. */
export function childrenOf({ kind, value, pointer }: DocumentObject): DocumentObject[] {
  const held: Readonly<Record<string, Member>> = MEMBERS[kind];
  return Object.keys(value).flatMap((name) => {
    const member =
      kind === 'callback' && !name.startsWith('x-')
        ? one('pathItem')
        : Object.hasOwn(held, name)
          ? held[name]
          : undefined;
    return member ? listObjects(member, value[name], appendPointer(pointer, name)) : [];
  });
}

/** A map of named objects that an object holds. */
export interface HeldMap {
  name: string;
  /** Kind of the named objects. */
  kind: ObjectKind;
  map: JsonObject;
  pointer: string;
}

/** Lists the maps that an object holds directly, in the order of the document. */
export function listMaps({ kind, value, pointer }: DocumentObject): HeldMap[] {
  const held: Readonly<Record<string, Member>> = MEMBERS[kind];
  return Object.entries(held).flatMap(([name, member]) => {
    const map = memberOf(value, name);
    if (member.holds === 'one' || member.holds === 'list' || !isJsonObject(map)) return [];
    return [{ name, kind: member.kind as ObjectKind, map, pointer: appendPointer(pointer, name) }];
  });
}

/** Calls `visit` for an object and all below it, each before those that it holds; false leaves those out. */
export function walkObjects(root: DocumentObject, visit: (object: DocumentObject) => boolean): void {
  if (!visit(root)) return;
  for (const child of childrenOf(root)) walkObjects(child, visit);
}

function listObjects(
  { holds, kind }: Member,
  value: JsonValue | undefined,
  pointer: string,
): DocumentObject[] {
  const found = (item: JsonValue | undefined, location: string): DocumentObject[] =>
    isJsonObject(item) ? [{ kind: kind as ObjectKind, value: item, pointer: location }] : [];
  if (holds === 'one') return found(value, pointer);
  if (holds === 'list') {
    return Array.isArray(value)
      ? value.flatMap((item, index) => found(item, appendPointer(pointer, index)))
      : [];
  }
  if (!isJsonObject(value)) return [];
  return Object.keys(value)
    .filter((name) => holds === 'map' || !name.startsWith('x-'))
    .flatMap((name) => found(value[name], appendPointer(pointer, name)));
}
