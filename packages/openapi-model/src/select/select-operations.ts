// Removes operations from a document, and the parts that only they need.
import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import type { OpenApiModel, Operation } from '../model/model.ts';
import { childrenOf, walkObjects } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, parsePointer, valueAt } from '../pointer.ts';
import { DocumentParts } from './document-parts.ts';
import {
  listAllOperations,
  listSelected,
  listSelectedWebhooks,
  listUnmatched,
  type Selection,
} from './selection.ts';

/** The document without the operations that are not selected. */
export interface Selected {
  document: JsonValue;
  /** The names that match no operation. */
  unknown: string[];
}

/** Removes the operations that are not selected, and the components that only they reference. */
export function selectOperations(document: JsonValue, model: OpenApiModel, selection: Selection): Selected {
  const { include = [], exclude = [] } = selection;
  if (include.length + exclude.length === 0) return { document, unknown: [] };
  const operations = [
    ...listSelected(model, selection),
    ...listSelectedWebhooks(model, selection).flatMap((webhook) => webhook.operations),
  ];
  const selected = new Set(operations.map(({ pointer }) => pointer));
  const pointers = listAllOperations(model).map(({ pointer }) => pointer);
  const unselected = pointers.filter((pointer) => !selected.has(pointer));
  return {
    document: withoutParts(document, model, [...new Set(unselected)]),
    unknown: listUnmatched([model], selection),
  };
}

/**
 * Copies a document without some of its operations and components, given by pointer. Components that only they
 * reference, and links to the operations, are removed as well. References from the remaining parts to a removed
 * component dangle.
 */
export function withoutParts(
  document: JsonValue,
  model: OpenApiModel,
  pointers: readonly string[],
): JsonValue {
  const documentParts = new DocumentParts(model);
  const components = new Set(documentParts.components);
  const gone = new Set(pointers);
  const reached = [...documentParts.reachedFrom(gone)].filter((pointer) => components.has(pointer));
  const unneeded = new Set([...gone, ...reached]);
  const kept = [...documentParts.operationPointers, ...components].filter(
    (pointer) => !unneeded.has(pointer),
  );
  const needed = documentParts.reachedFrom(kept);
  // A part of an operation may be the target of a reference.
  const removed = new Set([...unneeded].filter((pointer) => !needed.has(pointer)));
  const copy = copyJson(document);
  for (const pointer of removed) removePointer(copy, model.toSource(pointer));
  const operations = documentParts.operations.filter(({ pointer }) => removed.has(pointer));
  if (isJsonObject(copy)) removeLinks(copy, operations);
  for (const pointer of documentParts.operationPointers.filter((operation) => removed.has(operation))) {
    removeIfEmpty(copy, model.toSource(pointer.replace(/(?:\/additionalOperations)?\/[^/]*$/, '')));
  }
  for (const member of ['paths', 'webhooks']) {
    for (const name of Object.keys(Object(valueAt(copy, `#/${member}`)))) {
      removeIfEmpty(copy, appendPointer('#', member, name));
    }
    removeDangling(copy, member);
  }
  return copy;
}

/** Lists the parts, and the operations among them, that lead to one of the locations. */
export function partsLeadingTo(
  model: OpenApiModel,
  pointers: readonly string[],
): { operations: Operation[]; pointers: string[] } {
  const documentParts = new DocumentParts(model);
  const holders = pointers
    .map((pointer) => documentParts.at(pointer))
    .filter((holder) => holder !== undefined);
  const leading = documentParts.leadingTo(holders);
  return {
    operations: documentParts.operations.filter(({ pointer }) => leading.has(pointer)),
    pointers: [...leading],
  };
}

function removePointer(document: JsonValue, pointer: string): void {
  const token = parsePointer(pointer)?.at(-1);
  const holder = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  if (isJsonObject(holder) && token !== undefined) delete holder[token];
}

function removeIfEmpty(document: JsonValue, pointer: string): void {
  const item = valueAt(document, pointer);
  const isPathItem = isJsonObject(item) && memberOf(item, '$ref') === undefined;
  if (!isPathItem) return;
  const kinds = childrenOf({ kind: 'pathItem', value: item, pointer }).map(({ kind }) => kind);
  if (!kinds.includes('operation')) removePointer(document, pointer);
}

// A path that was only a reference to a path item that is gone.
function removeDangling(document: JsonValue, member: string): void {
  const items = valueAt(document, `#/${member}`);
  for (const [name, item] of Object.entries(isJsonObject(items) ? items : {})) {
    const reference = isJsonObject(item) ? memberOf(item, '$ref') : undefined;
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target === undefined || valueAt(document, target) !== undefined) continue;
    removePointer(document, appendPointer('#', member, name));
  }
}

function removeLinks(document: JsonObject, operations: readonly Operation[]): void {
  const ids = new Set<JsonValue | undefined>(operations.map(({ operationId }) => operationId));
  ids.delete(undefined);
  const pointers = new Set<string | undefined>(operations.map(({ pointer }) => pointer));
  const links: string[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (kind !== 'link') return true;
    const reference = memberOf(value, 'operationRef');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    const isGone = ids.has(memberOf(value, 'operationId')) || (target !== undefined && pointers.has(target));
    if (isGone) links.push(pointer);
    return true;
  });
  for (const pointer of links) removePointer(document, pointer);
}
