// Converts a document of Swagger 2.0 to OpenAPI 3.1: to 3.0 by Scalar's upgrader, and from there as all of 3.0.
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { copyJson, type JsonObject, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import type { Locate, Problem } from '../problem.ts';
import { inlineBodyParameters } from './inline-body-parameters.ts';
import { upgradeInPlace } from './upgrade-document.ts';

/** Checks whether a document is of Swagger 2.0. */
export function isSwagger(document: JsonObject): boolean {
  return memberOf(document, 'swagger') === '2.0';
}

/** Upgrades a document of Swagger 2.0 to OpenAPI 3.1, or returns the problem that prevents it. */
export function upgradeSwagger(document: JsonObject): { document: JsonObject } | { problem: Problem } {
  try {
    // The upgrader changes what it is given, and uses one object in several locations.
    const own = copyJson(document) as JsonObject;
    inlineBodyParameters(own);
    const upgraded = copyJson(upgradeFromTwoToThree(own) as JsonObject) as JsonObject;
    dropSchemes(upgraded);
    upgradeInPlace(upgraded);
    return { document: upgraded };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The document cannot be upgraded from Swagger 2.0: ${reason}.`;
    const repair = 'Correct it by the specification of Swagger 2.0.';
    return { problem: { pointer: '#/swagger', message, repair } };
  }
}

// The upgrader keeps those of operations, and those of a document without `host`.
function dropSchemes(document: JsonObject): void {
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value }) => {
    if (kind === 'document' || kind === 'operation') delete value.schemes;
    return true;
  });
}

const FOLDERS: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  requestBodies: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
};

/** Finds locations of an upgraded document in the document as it was written. */
export function locateUpgraded(locate: Locate): Locate {
  return (pointer) => {
    const [, folder = ''] = /^#\/components\/([^/]+)\//.exec(pointer) ?? [];
    const own = FOLDERS[folder];
    return locate(own === undefined ? pointer : pointer.replace(/^#\/components\/[^/]+/, `#/${own}`));
  };
}
