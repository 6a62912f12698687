// Checks the metadata of a document: its version, its JSON Schema dialect, its title.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';

/** Returns the problem that prevents reading a document; undefined for Swagger 2.0 and OpenAPI 3.0 to 3.2. */
export function versionProblem(document: JsonObject): Problem | undefined {
  const swagger = memberOf(document, 'swagger');
  if (swagger === '2.0') return undefined;
  if (swagger !== undefined) {
    const message = `Swagger ${formatValue(swagger)} is not supported.`;
    return { pointer: '#/swagger', message, repair: 'Use "2.0" as a string, or OpenAPI 3.' };
  }
  const version = memberOf(document, 'openapi');
  if (typeof version === 'string' && /^3\.[0-2]\.\d+$/.test(version)) return undefined;
  const repair = 'Use a string such as "3.2.0"; 3.0, 3.1 and 3.2 are supported.';
  return { pointer: '#/openapi', message: versionMessage(version), repair };
}

function versionMessage(version: JsonValue | undefined): string {
  if (version === undefined) return 'The document must have "openapi".';
  if (typeof version !== 'string') return `"openapi" must be a string (got ${formatValue(version)}).`;
  return `OpenAPI ${version} is not supported.`;
}

/** Lists what is missing or not known in the head of a document, and in the dialects that its schemas name. */
export function headProblems(document: JsonObject): Problem[] {
  return [...infoProblems(document), ...dialectProblems(document)];
}

/** Lists what is missing in the metadata of a document. */
export function infoProblems(document: JsonObject): Problem[] {
  const info = memberOf(document, 'info');
  if (!isJsonObject(info)) {
    return [
      {
        pointer: '#/info',
        message: 'The document must have "info".',
        repair: 'Add it, with title and version.',
      },
    ];
  }
  return ['title', 'version'].flatMap((name) => {
    const value = memberOf(info, name);
    if (typeof value === 'string') return [];
    const message = `"${name}" must be a string${value === undefined ? '' : ` (got ${formatValue(value)})`}.`;
    return [{ pointer: appendPointer('#/info', name), message, repair: `Write it in quotes.` }];
  });
}

const DIALECT =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema#?|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+)$/;

function dialectProblems(document: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const check = (value: JsonValue | undefined, pointer: string) => {
    if (value === undefined || (typeof value === 'string' && DIALECT.test(value))) return;
    const message = `Unknown JSON Schema dialect ${formatValue(value)}.`;
    const repair = 'Use https://json-schema.org/draft/2020-12/schema, or that of OpenAPI 3.1 or 3.2.';
    problems.push({ pointer, message, repair });
  };
  check(memberOf(document, 'jsonSchemaDialect'), '#/jsonSchemaDialect');
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (kind === 'schema') check(memberOf(value, '$schema'), appendPointer(pointer, '$schema'));
    return true;
  });
  return problems;
}

function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
