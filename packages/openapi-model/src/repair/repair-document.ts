// Repairs mistakes of a document whose meaning is obvious.
import { copyJson, isJsonObject, type JsonObject } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { Origins } from '../origins.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';
import type { Locate, Problem } from '../problem.ts';
import { expandMap, findMapReferences } from './map-references.ts';
import { findInSchemas } from './repair-schemas.ts';
import type { Repairable } from './repairable.ts';
import { isLenient, type Lenience } from './repairs.ts';
import { findLongChains } from './shorten-chains.ts';

/** A repaired document, and the findings about it. */
export interface Repaired {
  document: JsonObject;
  locate: Locate;
  problems: Problem[];
  warnings: Problem[];
}

/**
 * Applies the rules about a whole document. A finding is a warning if its rule is lenient, otherwise a problem. In
 * both cases it is repaired, so that the following parts are read and nothing is reported twice. `strict` of a finding
 * names the exceptions: a document with `nullable` is valid, and a needless escape has only one meaning.
 */
export function repairDocument(
  document: JsonObject,
  lenience: Lenience | undefined,
  locate: Locate,
): Repaired {
  if (findAll(document).length + findLongChains(document).length === 0)
    return { document, locate, problems: [], warnings: [] };
  const copy = copyJson(document) as JsonObject;
  const origins = new Origins();
  origins.note(copy, '#', locate);
  for (const { apply } of findLongChains(copy)) apply();
  const found = findAll(copy);
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  // Innermost first: a repair may move the inner parts.
  for (const { apply, rule, pointer, message, repair, strict = 'report' } of found.toReversed()) {
    const problem = { rule, pointer, message, repair };
    const reading = rule !== 'pattern-escapes' && isLenient(lenience, rule) ? 'accept' : strict;
    if (reading !== 'ignore') (reading === 'report' ? problems : warnings).unshift(problem);
    if (reading === 'accept' || reading === 'report') apply();
  }
  return { document: copy, locate: origins.createLocate(copy), problems, warnings };
}

function findAll(document: JsonObject): Repairable[] {
  const found: Repairable[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    for (const { map, reference, problem } of findMapReferences(object)) {
      found.push({ ...problem, apply: () => expandLocalMap(document, map, reference) });
    }
    return true;
  });
  return [...found, ...findInSchemas(document)];
}

function expandLocalMap(document: JsonObject, map: JsonObject, reference: string): void {
  const base = canonicalPointer(reference);
  const target = base === undefined ? undefined : valueAt(document, base);
  if (base !== undefined && isJsonObject(target)) expandMap(map, target, base);
}
