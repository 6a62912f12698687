// Repairs mistakes of a document whose meaning is obvious.
import { copyJson, type JsonObject } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { Origins, type ToSource } from '../origins.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { applyFindings } from './apply-findings.ts';
import { findDanglingResponse } from './dangling-responses.ts';
import { expandMap, findMapReferences, isExpansion, type MapReference } from './map-references.ts';
import { findMemberShapes, isReferenceToItem } from './member-shapes.ts';
import { hasOlderDrafts, upgradeDrafts } from './older-drafts.ts';
import { findOperationReference } from './operation-references.ts';
import { findMissingSchema } from './parameter-schemas.ts';
import { findPaths } from './paths.ts';
import type { VersionedDocument } from './repair-nullable.ts';
import { findInSchemas } from './repair-schemas.ts';
import type { Repairable } from './repairable.ts';
import type { Lenience } from './repairs.ts';
import { findSecurityShapes } from './security-shapes.ts';
import { findLongChains } from './shorten-chains.ts';
import { findTypesAsSchemas } from './type-as-schema.ts';

/** A repaired document, where its parts were before, and the findings about it. */
export interface Repaired {
  document: JsonObject;
  toSource: ToSource;
  problems: Problem[];
  warnings: Problem[];
}

/** Renames paths that have another form; servers and the documents that they serve have the corrected paths. */
export function repairPaths(document: JsonObject, lenience: Lenience | undefined): Repaired {
  if (findPaths(document).length === 0) return keepDocument(document);
  const { copy, origins } = copyDocument(document);
  const findings = applyFindings(findPaths(copy), lenience);
  return { document: copy, toSource: origins.createToSource(copy), ...findings };
}

/**
 * Applies the rules about a whole document. A finding is a warning if its rule is lenient, otherwise a problem. In
 * both cases it is repaired, so that the following parts are read and nothing is reported twice. `strict` of a finding
 * names the exceptions: a document with `nullable` is valid, and a needless escape has only one meaning.
 */
export function repairDocument(versioned: VersionedDocument, lenience: Lenience | undefined): Repaired {
  const { document, version } = versioned;
  const isSound = findAll(versioned).length === 0 && findLongChains(document).length === 0;
  if (isSound && !hasOlderDrafts(document)) return keepDocument(document);
  const { copy, origins } = copyDocument(document);
  for (const { apply } of findLongChains(copy)) apply();
  upgradeDrafts({ document: copy, version });
  const findings = applyFindings(findAll({ document: copy, version }), lenience);
  return { document: copy, toSource: origins.createToSource(copy), ...findings };
}

function keepDocument(document: JsonObject): Repaired {
  return { document, toSource: (pointer) => pointer, problems: [], warnings: [] };
}

function copyDocument(document: JsonObject): { copy: JsonObject; origins: Origins } {
  const copy = copyJson(document) as JsonObject;
  const origins = new Origins();
  origins.note(copy, '#');
  return { copy, origins };
}

function findAll(versioned: VersionedDocument): Repairable[] {
  const { document } = versioned;
  const findings: Repairable[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    for (const { problem, ...collection } of findMapReferences(object)) {
      const { isList, kind, reference } = collection;
      if (isList && kind !== undefined && isReferenceToItem(reference, document)) continue;
      findings.push({ ...problem, apply: () => expandLocalMap(document, collection) });
    }
    for (const find of [findOperationReference, findDanglingResponse, findMissingSchema]) {
      const finding = find(object, document);
      if (finding) findings.push(finding);
    }
    findings.push(...findTypesAsSchemas(object), ...findMemberShapes(object, document));
    findings.push(...findSecurityShapes(object));
    return true;
  });
  return [...findings, ...findInSchemas(versioned)];
}

function expandLocalMap(document: JsonObject, collection: Omit<MapReference, 'problem'>): void {
  const base = canonicalPointer(collection.reference);
  const target = base === undefined ? undefined : valueAt(document, base);
  if (base !== undefined && isExpansion(collection, target)) expandMap(collection, target, base);
}
