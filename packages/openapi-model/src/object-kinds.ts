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
  /** Undefined for values that hold no objects and that nothing refers to. */
  kind: string | undefined;
}

const one = <TKind extends string>(kind: TKind) => ({ holds: 'one', kind }) as const;
const list = <TKind extends string>(kind: TKind) => ({ holds: 'list', kind }) as const;
const map = <TKind extends string>(kind: TKind) => ({ holds: 'map', kind }) as const;
const extensibleMap = <TKind extends string>(kind: TKind) => ({ holds: 'extensible map', kind }) as const;

function members<TMember>(names: readonly string[], member: TMember): Record<string, TMember> {
  return Object.fromEntries(names.map((name) => [name, member]));
}

const VALUES = { holds: 'list', kind: undefined } as const;

const DESCRIBED = { schema: one('schema'), examples: map('example'), content: map('mediaType') };

// `x-item-schema` is the member of documents before OpenAPI 3.2.
const ITEMS = { itemSchema: one('schema'), 'x-item-schema': one('schema') };
const ENCODINGS = {
  encoding: map('encoding'),
  prefixEncoding: list('encoding'),
  itemEncoding: one('encoding'),
};

const MEMBERS = {
  document: {
    paths: extensibleMap('pathItem'),
    webhooks: map('pathItem'),
    components: one('components'),
    ...members(['servers', 'security', 'tags'], VALUES),
  },
  /** A document of Swagger 2.0, before it is upgraded. */
  swagger: {
    paths: extensibleMap('swaggerPathItem'),
    definitions: map('schema'),
    parameters: map('parameter'),
    responses: map('swaggerResponse'),
    ...members(['security', 'tags'], VALUES),
  },
  swaggerPathItem: {
    ...members('get put post delete options head patch'.split(' '), one('swaggerOperation')),
    parameters: list('parameter'),
  },
  swaggerOperation: { parameters: list('parameter'), responses: extensibleMap('swaggerResponse') },
  swaggerResponse: { schema: one('schema') },
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
    servers: VALUES,
  },
  operation: {
    parameters: list('parameter'),
    requestBody: one('requestBody'),
    responses: extensibleMap('response'),
    callbacks: map('callback'),
    ...members(['servers', 'security', 'tags'], VALUES),
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
    // Its name before 2019-09, which later drafts reserve.
    definitions: map('schema'),
  },
  // A callback maps expressions to path items, beside which there are only extensions.
  callback: {},
  example: {},
  link: {},
  securityScheme: {},
} satisfies Record<string, Record<string, Member>>;

/**
 * Returns the location of the map of a document that contains named objects of a kind, such as `components` and `schemas`;
 * undefined for kinds that references cannot target: before OpenAPI 3.2, media types.
 */
export function getComponentsFolder(kind: ObjectKind, document: JsonObject): string[] | undefined {
  if (kind === 'mediaType' && !isOpenApi32(document)) return undefined;
  const isSwagger = getDocumentKind(document) === 'swagger';
  const folders = isSwagger ? MEMBERS.swagger : MEMBERS.components;
  const found = Object.entries(folders).find(
    ([, member]) => member.holds === 'map' && member.kind === kind,
  )?.[0];
  if (found === undefined) return undefined;
  return isSwagger ? [found] : ['components', found];
}

/** Returns the kind of a whole document, by its version. */
export function getDocumentKind(document: JsonObject): 'document' | 'swagger' {
  return memberOf(document, 'swagger') === undefined ? 'document' : 'swagger';
}

/** Lists the folders of `components` with the kinds of their objects. */
export function listComponentFolders(): [string, ObjectKind][] {
  return Object.entries(MEMBERS.components).map(([name, { kind }]) => [name, kind]);
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

/** A member of an object that must be a map of named objects, or a list. */
export interface Collection {
  holder: JsonObject;
  name: string;
  isList: boolean;
  /** Kind of the objects in it; undefined for other values. */
  kind: ObjectKind | undefined;
  value: JsonObject;
  pointer: string;
}

/** Lists the maps and lists that an object must hold directly, and that are objects. */
export function listCollections({ kind, value: holder, pointer }: DocumentObject): Collection[] {
  const held: Readonly<Record<string, Member>> = MEMBERS[kind];
  return Object.entries(held).flatMap(([name, member]) => {
    const value = memberOf(holder, name);
    if (member.holds === 'one' || !isJsonObject(value)) return [];
    const collection = { holder, name, value, isList: member.holds === 'list' };
    return [
      { ...collection, kind: member.kind as ObjectKind | undefined, pointer: appendPointer(pointer, name) },
    ];
  });
}

/** A member in which an object holds a schema. */
export interface SchemaSlot {
  holder: JsonObject;
  name: string;
  /** The pointer of the holder. */
  pointer: string;
}

/** Lists the members in which an object holds schemas, whether their values are schemas or not. */
export function listSchemaSlots({ kind, value, pointer }: DocumentObject): SchemaSlot[] {
  const held: Readonly<Record<string, Member>> = MEMBERS[kind];
  return Object.keys(value).flatMap((name) => {
    const member = Object.hasOwn(held, name) ? held[name] : undefined;
    if (member?.kind !== 'schema' || member.holds === 'list') return [];
    if (member.holds === 'one') return [{ holder: value, name, pointer }];
    const map = value[name];
    if (!isJsonObject(map)) return [];
    return Object.keys(map).map((key) => ({ holder: map, name: key, pointer: appendPointer(pointer, name) }));
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
  if (kind === undefined) return [];
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
