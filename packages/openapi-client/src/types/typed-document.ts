// The copy of a document that types are printed from. The printer identifies operations by their operationId and ignores
// callbacks, so in the copy each operation has an id, and callbacks are webhooks. References lead to components, and other
// targets are copied. Schemas are numbered: their types depend on the message that contains them.
import {
  appendPointer,
  canonicalPointer,
  childrenOf,
  type DocumentObject,
  isIgnoredParameter,
  isJsonObject,
  isOpenApi32,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  locateOperation,
  METHODS,
  memberOf,
  type ObjectKind,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import type { Direction } from '@keyframe/openapi-schema';
import type { Plan } from '../plan.ts';
import { type FilePosition, findBodyPosition } from './file-positions.ts';

/** A schema of a message. */
export interface MessageSchema {
  located: LocatedSchema;
  direction: Direction;
  position: FilePosition;
}

/** The copy, and the schemas of its messages by their numbers. */
export interface TypedDocument {
  document: JsonObject;
  schemas: readonly MessageSchema[];
}

/** The member of a copied schema that is its number. */
export const SCHEMA_NUMBER = 'x-schema-number';

// The kinds of components that types are written of, with their default directions.
const FOLDERS: ReadonlyMap<string, { kind: ObjectKind; direction: Direction }> = new Map([
  ['responses', { kind: 'response', direction: 'response' }],
  ['parameters', { kind: 'parameter', direction: 'request' }],
  ['requestBodies', { kind: 'requestBody', direction: 'request' }],
  ['headers', { kind: 'header', direction: 'response' }],
]);

// No type depends on these.
const OMITTED = new Set(['callbacks', 'links', 'security', 'servers']);

/** Creates the copy for a client. */
export function buildTypedDocument(plan: Plan): TypedDocument {
  return new Copier(plan).document();
}

interface ChildContext {
  parent: DocumentObject;
  direction: Direction;
  /** The member of the parent that holds the child. */
  name: string;
}

class Copier {
  readonly #plan: Plan;
  readonly #source: JsonObject;
  readonly #schemas: MessageSchema[] = [];
  readonly #areDirected: boolean;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#source = plan.model.document;
    this.#areDirected = /"(?:read|write)Only":true/.test(JSON.stringify(plan.model.document));
  }

  document(): TypedDocument {
    const { info } = this.#source;
    const paths = this.#paths();
    const webhooks = this.#webhooks();
    const folders = [...FOLDERS].flatMap(([folder, { kind, direction }]) => {
      const objects = valueAt(this.#source, appendPointer('#', 'components', folder));
      if (!isJsonObject(objects)) return [];
      const copies = Object.entries(objects).flatMap(([name, value]) => {
        const pointer = appendPointer('#', 'components', folder, name);
        return isJsonObject(value) ? [[name, this.#copy({ kind, value, pointer }, direction)]] : [];
      });
      return [[folder, Object.fromEntries(copies)]];
    });
    const hasWebhooks = Object.keys(webhooks).length > 0;
    return {
      document: {
        openapi: isOpenApi32(this.#source) ? '3.2.0' : '3.1.0',
        info,
        paths,
        ...(hasWebhooks ? { webhooks } : {}),
        components: Object.fromEntries(folders),
      },
      schemas: this.#schemas,
    };
  }

  #paths(): JsonObject {
    const planned = this.#plan.modules.flatMap(({ operations }) => operations);
    const keys = new Map(planned.map(({ key, operation: { method, path } }) => [`${method} ${path}`, key]));
    const paths = memberOf(this.#source, 'paths');
    const items = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, value]) => {
      if (path.startsWith('x-') || !isJsonObject(value)) return [];
      const item = this.#pathItem({ value, pointer: appendPointer('#', 'paths', path) }, 'request');
      for (const method of listMethods(item)) {
        const operation = valueAt(item, appendPointer('#', ...locateOperation(method)));
        const key = keys.get(`${method} ${path}`);
        if (isJsonObject(operation) && key !== undefined) operation.operationId = key;
      }
      return [[path, item]];
    });
    return Object.fromEntries(items);
  }

  #webhooks(): JsonObject {
    const { model, messages } = this.#plan;
    const webhooks = memberOf(this.#source, 'webhooks');
    const copies = new Map<string, JsonObject>();
    for (const [name, value] of Object.entries(isJsonObject(webhooks) ? webhooks : {})) {
      if (!isJsonObject(value)) continue;
      const pointer = appendPointer('#', 'webhooks', name);
      copies.set(name, this.#pathItem({ value, pointer }, 'response'));
    }
    for (const { kind, key, operation } of messages.map(({ message }) => message)) {
      if (kind !== 'callback') continue;
      const pointer = operation.requestBody?.pointer ?? '#';
      const value = valueAt(model.document, pointer);
      const requestBody = isJsonObject(value)
        ? this.#copy({ kind: 'requestBody', value, pointer }, 'response')
        : {};
      copies.set(key, { ...copies.get(key), [operation.method]: { requestBody, responses: {} } });
    }
    return Object.fromEntries(copies);
  }

  // A path item may have members next to a reference to another.
  #pathItem({ value, pointer }: Omit<DocumentObject, 'kind'>, requests: Direction): JsonObject {
    const { $ref, ...own } = value;
    const target = typeof $ref === 'string' ? canonicalPointer($ref) : undefined;
    const referred = target === undefined ? undefined : valueAt(this.#source, target);
    const copy = this.#copy({ kind: 'pathItem', value: own, pointer }, requests);
    if (target === undefined || !isJsonObject(referred)) return copy;
    return { ...this.#pathItem({ value: referred, pointer: target }, requests), ...copy };
  }

  // Requests and responses have opposite directions, and those of webhooks are reversed.
  #copy(object: DocumentObject, direction: Direction): JsonObject {
    const { value, pointer } = object;
    if (typeof memberOf(value, '$ref') === 'string') return this.#follow(object, direction);
    const copy = copyMembers(object);
    const held = new Map<string, [key: string, copy: JsonValue][]>();
    for (const child of childrenOf(object).filter((each) => !this.#isIgnored(each))) {
      const [name = '', key] = parsePointer(`#${child.pointer.slice(pointer.length)}`) ?? [];
      if (!Object.hasOwn(copy, name)) continue;
      const inner = this.#child(child, { parent: object, direction, name });
      if (key === undefined) copy[name] = inner;
      else held.set(name, [...(held.get(name) ?? []), [key, inner]]);
    }
    for (const [name, entries] of held) {
      copy[name] = Array.isArray(copy[name]) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
    }
    return copy;
  }

  // The functions of a client do not send these parameters, so a request must not have them.
  #isIgnored({ kind, value, pointer }: DocumentObject): boolean {
    if (kind !== 'parameter') return false;
    const target = typeof value.$ref === 'string' ? canonicalPointer(value.$ref) : undefined;
    const referred = target === undefined ? undefined : valueAt(this.#source, target);
    return isJsonObject(referred)
      ? this.#isIgnored({ kind, value: referred, pointer: target ?? pointer })
      : isIgnoredParameter(value);
  }

  #child(child: DocumentObject, { parent, direction, name }: ChildContext): JsonObject {
    if (child.kind === 'response') return this.#copy(child, opposite(direction));
    if (child.kind !== 'schema') return this.#copy(child, direction);
    const isBody = parent.kind === 'mediaType' && name === 'schema';
    const mediaType = isBody ? parsePointer(parent.pointer)?.at(-1) : undefined;
    const position = mediaType === undefined ? 'text' : findBodyPosition(mediaType);
    const { value: schema, pointer } = child;
    this.#schemas.push({ located: { schema, pointer }, direction, position });
    return { [SCHEMA_NUMBER]: this.#schemas.length - 1 };
  }

  #follow({ kind, value, pointer }: DocumentObject, direction: Direction): JsonObject {
    const target = canonicalPointer(String(value.$ref)) ?? pointer;
    const [root, folder = '', name] = parsePointer(target) ?? [];
    const described = Object.entries(value).filter(([keyword]) => keyword === 'description');
    const isComponent = root === 'components' && target === appendPointer('#', root, folder, name ?? '');
    const own = isComponent ? FOLDERS.get(folder) : undefined;
    if (own?.kind === kind && (own.direction === direction || !this.#areDirected)) {
      return { ...Object.fromEntries(described), $ref: target };
    }
    const referred = valueAt(this.#source, target);
    const copy = isJsonObject(referred)
      ? this.#copy({ kind, value: referred, pointer: target }, direction)
      : {};
    return { ...copy, ...Object.fromEntries(described) };
  }
}

function listMethods(item: JsonObject): string[] {
  const additional = memberOf(item, 'additionalOperations');
  return [...METHODS, 'query', ...Object.keys(isJsonObject(additional) ? additional : {})];
}

function copyMembers({ kind, value }: DocumentObject): JsonObject {
  const kept = Object.entries(value).filter(([name]) => isCopied(name));
  const copy: JsonObject = Object.fromEntries(kept);
  if (kind === 'operation') delete copy.operationId;
  // Their copies follow, but for those that are ignored.
  if (Array.isArray(copy.parameters)) copy.parameters = [];
  return copy;
}

function isCopied(name: string): boolean {
  return name === 'x-item-schema' || (!name.startsWith('x-') && !OMITTED.has(name));
}

function opposite(direction: Direction): Direction {
  return direction === 'request' ? 'response' : 'request';
}
