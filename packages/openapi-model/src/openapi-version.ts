import { type JsonObject, memberOf } from './json.ts';

/** Checks whether a document is of OpenAPI 3.2. */
export function isOpenApi32(document: JsonObject): boolean {
  return /^3\.2\.\d+$/.test(String(memberOf(document, 'openapi')));
}
