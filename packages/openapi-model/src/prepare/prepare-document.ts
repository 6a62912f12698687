// Prepares a document of OpenAPI 3.2 for reading: what has a plain form in the document gets it.
import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { type DocumentObject, walkObjects } from '../object-kinds.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { Origins, type ToSource } from '../origins.ts';
import { canonicalPointer, parsePointer, valueAt } from '../pointer.ts';
import { findReferences } from '../read/find-references.ts';
import { classifyStream } from '../streams.ts';
import { decodeEvents, describeEventData } from './event-items.ts';

/** A prepared document, and where its parts were before. */
export interface Prepared {
  document: JsonObject;
  toSource: ToSource;
}

const NEEDED_BY_32 =
  /"(?:\$self|dataValue|itemSchema|x-item-schema)":|json-?(?:lines|l|seq)|ndjson|event-stream|multipart\//i;

/**
 * References to the document by its `$self` become pointers, `dataValue` of an example becomes its `value`, and the
 * items of event streams get their decoded form. A document without these is returned itself.
 */
export function prepareDocument(document: JsonObject): Prepared {
  const text = JSON.stringify(document);
  const is32 = isOpenApi32(document);
  const isNeeded = is32 ? NEEDED_BY_32 : /"(?:x-item-schema":|text\/event-stream)/i;
  if (!isNeeded.test(text)) return { document, toSource: (pointer) => pointer };
  const copy = copyJson(document) as JsonObject;
  const origins = new Origins();
  origins.note(copy, '#');
  const streams = new Set<JsonObject>();
  walkObjects({ kind: 'document', value: copy, pointer: '#' }, (object) => {
    const { kind, value, pointer } = object;
    resolveSelf(object, memberOf(copy, '$self'));
    if (kind === 'example') value.value ??= memberOf(value, 'dataValue');
    if (kind !== 'mediaType') return true;
    const format = classifyStream(parsePointer(pointer)?.at(-1) ?? '');
    const target = followMediaType(copy, value);
    // A document that was upgraded to 3.2 may keep the extension.
    if (is32 && format !== undefined)
      target.itemSchema ??= memberOf(target, 'x-item-schema') ?? findItems(target);
    if (format === 'events' && !is32) describeEventData(copy, target);
    if (format === 'events') streams.add(target);
    return true;
  });
  const member = is32 ? 'itemSchema' : 'x-item-schema';
  for (const mediaType of streams) {
    const item = memberOf(mediaType, member);
    if (item === undefined || !decodeEvents(copy, mediaType, member)) continue;
    const decoded = mediaType[member];
    if (isJsonObject(item) && isJsonObject(decoded)) origins.move(item, decoded);
  }
  return { document: copy, toSource: origins.createToSource(copy) };
}

function resolveSelf(object: DocumentObject, self: JsonValue | undefined): void {
  if (typeof self !== 'string') return;
  for (const { holder, name, reference } of findReferences(object)) {
    if (reference.startsWith(`${self}#`)) holder[name] = reference.slice(self.length);
  }
}

// Without an item schema, the array that a stream corresponds to describes its items.
function findItems({ schema }: JsonObject): JsonValue | undefined {
  return isJsonObject(schema) && schema.type === 'array' ? schema.items : undefined;
}

function followMediaType(document: JsonObject, mediaType: JsonObject): JsonObject {
  const { $ref } = mediaType;
  const pointer = typeof $ref === 'string' ? canonicalPointer($ref) : undefined;
  const target = pointer === undefined ? undefined : valueAt(document, pointer);
  return isJsonObject(target) ? target : mediaType;
}
