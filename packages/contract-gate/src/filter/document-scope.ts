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
  const parts = new DocumentParts(model);
  const webhooks = listSelectedWebhooks(model, choice).flatMap(({ operations }) => operations);
  const chosen = new Set([...listSelected(model, choice), ...webhooks].map(({ pointer }) => pointer));
  const reached = parts.reachedFrom(chosen);
  const all = parts.reachedFrom(parts.operations.map(({ pointer }) => pointer));
  const files = new Set([...reached].flatMap((pointer) => model.locate(pointer)?.file ?? []));
  const named = (filter: readonly string[], pointer: string) =>
    filter.some((text) => text.startsWith('#') && isWithin(pointer, text));
  return ({ pointer: written, location }) => {
    const pointer = canonicalPointer(written) ?? written;
    if (named(exclude, pointer)) return false;
    if (named(include, pointer)) return true;
    // A pointer of another file means nothing in the document, so that the whole file counts.
    if (location && resolve(location.file) !== resolve(model.source))
      return [...files].some((file) => resolve(file) === resolve(location.file));
    const holder = parts.at(pointer);
    const isPathItem = pointer.split('/').length > 2;
    const below = parts.operations.filter((one) => isPathItem && isWithin(one.pointer, pointer));
    const isReached = holder !== undefined && reached.has(holder);
    if (isReached || below.some((one) => chosen.has(one.pointer))) return true;
    // A part outside of all operations, such as #/info, is excluded only if `include` is set.
    return include.length === 0 && below.length === 0 && !(holder !== undefined && all.has(holder));
  };
}
