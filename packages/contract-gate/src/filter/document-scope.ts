// Selection of findings by operation: a finding belongs to an operation if it lies in it, or in a part it refers to.
import { resolve } from 'node:path';
import {
  canonicalPointer,
  DocumentParts,
  isWithin,
  listSelected,
  listSelectedWebhooks,
  type OpenApiModel,
  type Selection,
} from '@keyframe/openapi-model';
import type { Finding } from '../finding.ts';
import { requireMatches } from './require-matches.ts';

/** Reports whether a location, in one of the files of a document, belongs to the chosen operations. */
export type Scope = (finding: Pick<Finding, 'location' | 'pointer'>) => boolean;

/** Makes the scope of a choice; everything is in the scope of no choice. Throws UsageError where it fits no operation. */
export function createScope(model: OpenApiModel, choice: Selection): Scope {
  const { include = [], exclude = [] } = choice;
  if (include.length + exclude.length === 0) return () => true;
  requireMatches([model], choice);
  const documentParts = new DocumentParts(model);
  const webhooks = listSelectedWebhooks(model, choice).flatMap(({ operations }) => operations);
  const chosen = new Set([...listSelected(model, choice), ...webhooks].map(({ pointer }) => pointer));
  const reached = documentParts.reachedFrom(chosen);
  const all = documentParts.reachedFrom(documentParts.operations.map(({ pointer }) => pointer));
  const files = new Set([...reached].map((pointer) => model.locate(pointer)?.file));
  const isNamed = (filter: readonly string[], pointer: string) =>
    filter.some((text) => text.startsWith('#') && isWithin(pointer, text));
  return ({ pointer: findingPointer, location }) => {
    const pointer = canonicalPointer(findingPointer) ?? findingPointer;
    if (isNamed(exclude, pointer)) return false;
    if (isNamed(include, pointer)) return true;
    // A pointer of another file means nothing in the document, so that the whole file counts.
    if (location && resolve(location.file) !== resolve(model.source))
      return [...files].some((file) => file !== undefined && resolve(file) === resolve(location.file));
    const holder = documentParts.at(pointer);
    const isPathItem = pointer.split('/').length > 2;
    const below = documentParts.operations.filter(
      (operation) => isPathItem && isWithin(operation.pointer, pointer),
    );
    const isReached = holder !== undefined && reached.has(holder);
    if (isReached || below.some((operation) => chosen.has(operation.pointer))) return true;
    // A part outside of all operations, such as #/info, is excluded only if `include` is set.
    return include.length === 0 && below.length === 0 && !(holder !== undefined && all.has(holder));
  };
}
