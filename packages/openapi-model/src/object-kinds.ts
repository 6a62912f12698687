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

const single = <TKind extends string>(kind: TKind) => ({ holds: 'one', kind }) as const;
const list = <TKind extends string>(kind: TKind) => ({ holds: 'list', kind }) as const;
const map = <TKind extends string>(kind: TKind) => ({ holds: 'map', kind }) as const;
const extensibleMap = <TKind extends string>(kind: TKind) => ({ holds: 'extensible map', kind }) as const;

function members<TMember>(names: readonly string[], member: TMember): Record<string, TMember> {
  return Object.fromEntries(names.map((name) => [name, member]));
}

const VALUES = { holds: 'list', kind: undefined } as const;
const VALUES_BY_NAME = { holds: 'map', kind: undefined } as const;

const DESCRIBED = { schema: single('schema'), examples: map('example'), content: map('mediaType') };

// `x-item-schema` is the member of documents before OpenAPI 3.2.
const ITEMS = { itemSchema: single('schema'), 'x-item-schema': single('schema') };
const ENCODINGS = {
  encoding: map('encoding'),
  prefixEncoding: list('encoding'),
  itemEncoding: single('encoding'),
};

const MEMBERS = {
  document: {
    paths: extensibleMap('pathItem'),
    webhooks: map('pathItem'),
    components: single('components'),
    ...members(['servers', 'security', 'tags'], VALUES),
  },
  /** A document of Swagger 2.0, before it is upgraded. */
  swagger: {
    paths: extensibleMap('swaggerPathItem'),
    definitions: map('schema'),
    parameters: map('parameter'),
    responses: map('swaggerResponse'),
    securityDefinitions: map('securityScheme'),
    ...members(['security', 'tags', 'schemes', 'consumes', 'produces'], VALUES),
  },
  swaggerPathItem: {
    ...members('get put post delete options head patch'.split(' '), single('swaggerOperation')),
    parameters: list('parameter'),
  },
  swaggerOperation: {
    parameters: list('parameter'),
    responses: extensibleMap('swaggerResponse'),
    ...members(['security', 'tags', 'schemes', 'consumes', 'produces'], VALUES),
  },
  swaggerResponse: { schema: single('schema'), ...members(['headers', 'examples'], VALUES_BY_NAME) },
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
    ...members('get put post delete options head patch trace query'.split(' '), single('operation')),
    additionalOperations: map('operation'),
    parameters: list('parameter'),
    servers: VALUES,
  },
  operation: {
    parameters: list('parameter'),
    requestBody: single('requestBody'),
    responses: extensibleMap('response'),
    callbacks: map('callback'),
    ...members(['servers', 'security', 'tags'], VALUES),
  },
  parameter: DESCRIBED,
  header: DESCRIBED,
  requestBody: { content: map('mediaType') },
  response: { headers: map('header'), content: map('mediaType'), links: map('link') },
  mediaType: { schema: single('schema'), ...ITEMS, examples: map('example'), ...ENCODINGS },
  encoding: { headers: map('header'), ...ENCODINGS },
  schema: {
    ...members(listSchemaKeywords('schema'), single('schema')),
    ...members(listSchemaKeywords('schemas'), list('schema')),
    ...members(listSchemaKeywords('schemas by name'), map('schema')),
    // They hold schemas, but decide nothing themselves.
    contentSchema: single('schema'),
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
  const [name] =
    Object.entries(folders).find(([, member]) => member.holds === 'map' && member.kind === kind) ?? [];
  if (name === undefined) return undefined;
  return isSwagger ? [name] : ['components', name];
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
  const children: DocumentObject[] = [];
  for (const name of Object.keys(value)) {
    const member = findMember(kind, name);
    if (member) children.push(...listObjects(member, value[name], appendPointer(pointer, name)));
  }
  return children;
}

function findMember(kind: ObjectKind, name: string): Member | undefined {
  if (kind === 'callback' && !name.startsWith('x-')) return single('pathItem');
  const fields: Readonly<Record<string, Member>> = MEMBERS[kind];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
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
  const collections: Collection[] = [];
  const fields: Readonly<Record<string, Member>> = MEMBERS[kind];
  for (const [name, member] of Object.entries(fields)) {
    const value = memberOf(holder, name);
    if (member.holds === 'one' || !isJsonObject(value)) continue;
    const contents = { kind: member.kind as ObjectKind | undefined, isList: member.holds === 'list' };
    collections.push({ holder, name, value, ...contents, pointer: appendPointer(pointer, name) });
  }
  return collections;
}

/** A member in which an object holds others, or an entry of a map of them. */
export interface Slot {
  holder: JsonObject;
  name: string;
  /** The pointer of the holder. */
  pointer: string;
  form: 'list' | 'map' | 'object';
  isEntry: boolean;
  /** Kind of the objects; undefined for other values. */
  kind: string | undefined;
}

/** Lists the members that hold objects by the specification, and the entries of maps, with values of any type. */
export function listSlots({ kind, value, pointer }: DocumentObject): Slot[] {
  const slots: Slot[] = [];
  for (const name of Object.keys(value)) {
    const member = findMember(kind, name);
    if (!member) continue;
    const { holds, kind: contents } = member;
    const form = FORMS[holds];
    slots.push({ holder: value, name, pointer, form, isEntry: false, kind: contents });
    const map = form === 'map' ? value[name] : undefined;
    if (!isJsonObject(map)) continue;
    const entry = { holder: map, pointer: appendPointer(pointer, name), isEntry: true, kind: contents };
    const keys = Object.keys(map).filter((key) => holds === 'map' || !key.startsWith('x-'));
    slots.push(...keys.map((key): Slot => ({ ...entry, name: key, form: 'object' })));
  }
  return slots;
}

const FORMS = { list: 'list', map: 'map', 'extensible map': 'map', one: 'object' } as const;

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
  const objects: DocumentObject[] = [];
  if (kind === undefined) return objects;
  const add = (item: JsonValue | undefined, location: string) => {
    if (isJsonObject(item)) objects.push({ kind: kind as ObjectKind, value: item, pointer: location });
  };
  if (holds === 'one') add(value, pointer);
  else if (holds === 'list') {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) add(item, appendPointer(pointer, index));
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value))
      if (holds === 'map' || !name.startsWith('x-')) add(value[name], appendPointer(pointer, name));
  }
  return objects;
}
