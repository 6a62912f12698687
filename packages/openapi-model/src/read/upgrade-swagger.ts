// Converts a document of Swagger 2.0 to OpenAPI 3.1: to 3.0 by Scalar's upgrader, and from there as all of 3.0.
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { copyJson, type JsonObject, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import type { ToSource } from '../origins.ts';
import type { Problem } from '../problem.ts';
import { applyFindings } from '../repair/apply-findings.ts';
import { findMemberShapes } from '../repair/member-shapes.ts';
import type { Repairable } from '../repair/repairable.ts';
import type { Lenience } from '../repair/repairs.ts';
import { readCollectionFormats } from './collection-formats.ts';
import { findSchemasAsParameters, inlineBodyParameters, UNKNOWN_LOCATION } from './inline-body-parameters.ts';
import { createSwaggerSource } from './swagger-origins.ts';
import { upgradeInPlace } from './upgrade-document.ts';

/** Checks whether a document is of Swagger 2.0. */
export function isSwagger(document: JsonObject): boolean {
  return memberOf(document, 'swagger') === '2.0';
}

/** An upgraded document, and the findings that have no form in OpenAPI 3. */
export interface UpgradedSwagger {
  document: JsonObject;
  toSource: ToSource;
  problems: Problem[];
  warnings: Problem[];
}

/** Upgrades a document of Swagger 2.0 to OpenAPI 3.1, or returns the problem that prevents it. */
export function upgradeSwagger(
  document: JsonObject,
  lenience: Lenience = false,
): UpgradedSwagger | { problem: Problem } {
  try {
    // The upgrader changes what it is given, and uses one object in several locations.
    const copy = copyJson(document) as JsonObject;
    const shapes: Repairable[] = [];
    walkObjects({ kind: 'swagger', value: copy, pointer: '#' }, (object) => {
      shapes.push(...findMemberShapes(object, copy));
      return true;
    });
    const findings = applyFindings([...findSchemasAsParameters(copy), ...shapes], lenience);
    const written = copyJson(copy) as JsonObject;
    inlineBodyParameters(copy);
    const formats = readCollectionFormats(copy);
    const toSource = createSwaggerSource(written);
    const upgraded = copyJson(upgradeFromTwoToThree(copy) as JsonObject) as JsonObject;
    dropRemains(upgraded);
    upgradeInPlace(upgraded);
    return { document: upgraded, toSource, ...findings, warnings: [...findings.warnings, ...formats] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The document cannot be upgraded from Swagger 2.0: ${reason}.`;
    const repair = 'Correct it by the specification of Swagger 2.0.';
    return { problem: { pointer: '#/swagger', message, repair } };
  }
}

// The upgrader keeps the schemes of operations, and those of a document without `host`.
function dropRemains(document: JsonObject): void {
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value }) => {
    if (kind === 'document' || kind === 'operation') delete value.schemes;
    if (kind === 'parameter' && value.in === UNKNOWN_LOCATION) delete value.in;
    return true;
  });
}
