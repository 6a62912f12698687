// Checks the metadata of a document: its version, its JSON Schema dialect, its title.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { type RepairName, repairText } from '../repair/repairs.ts';

/** A finding about the version of a document. */
export interface VersionFinding extends Problem {
  /** The document with the version that is meant; without it, the document cannot be read. */
  corrected?: JsonObject;
}

/** Finds what is wrong with the version of a document; undefined for Swagger 2.0 and OpenAPI 3.0 to 3.2. */
export function findVersion(document: JsonObject): VersionFinding | undefined {
  const name = memberOf(document, 'swagger') === undefined ? 'openapi' : 'swagger';
  const version = memberOf(document, name);
  const isKnown = name === 'swagger' ? /^2\.0$/ : /^3\.[0-2]\.\d+$/;
  if (typeof version === 'string' && isKnown.test(version)) return undefined;
  const pointer = appendPointer('#', name);
  const corrected = completeVersion(version, name === 'swagger' ? 2 : 3);
  if (corrected !== undefined && isKnown.test(corrected)) {
    const message =
      typeof version === 'string'
        ? `"${name}" must be "${corrected}" (got "${version}").`
        : `"${name}" must be a string (got the number ${formatValue(version ?? null)}).`;
    const repair = repairText(`Write "${corrected}", in quotes.`);
    return { rule: 'scalar-type', pointer, message, repair, corrected: { ...document, [name]: corrected } };
  }
  const isOpenApi = name === 'openapi';
  const repair = isOpenApi
    ? 'Use a string such as "3.2.0"; 3.0, 3.1 and 3.2 are supported.'
    : 'Use "2.0" as a string, or OpenAPI 3.';
  return { pointer, message: versionMessage(name, version), repair };
}

// YAML reads 3.1 as a number, and 2.0 as 2.
function completeVersion(version: JsonValue | undefined, count: number): string | undefined {
  const text = typeof version === 'number' || typeof version === 'string' ? String(version) : '';
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  return [...text.split('.'), '0', '0'].slice(0, count).join('.');
}

function versionMessage(name: string, version: JsonValue | undefined): string {
  if (version === undefined) return 'The document must have "openapi".';
  if (name === 'swagger') return `Swagger ${formatValue(version)} is not supported.`;
  if (typeof version !== 'string') return `"openapi" must be a string (got ${formatValue(version)}).`;
  return `OpenAPI ${version} is not supported.`;
}

/** A problem of the head; `rule` accepts it. */
export interface HeadProblem extends Problem {
  rule?: RepairName;
  /** Whether every reading accepts it, with a warning. */
  isAccepted?: boolean;
}

/** Lists what is missing or not known in the head of a document, and in the dialects that its schemas name. */
export function headProblems(document: JsonObject): HeadProblem[] {
  return [...infoProblems(document), ...dialectProblems(document)];
}

/** Lists what is missing in the metadata of a document, which no code depends on. */
export function infoProblems(document: JsonObject): HeadProblem[] {
  const info = memberOf(document, 'info') ?? null;
  if (isJsonObject(info)) return [...textProblems(info, 'title'), ...textProblems(info, 'version')];
  const message = info === null ? 'The document must have "info".' : '"info" must be an object.';
  const finding = { pointer: '#/info', message, repair: 'Add it, with title and version.' };
  return [info === null ? { ...finding, rule: 'incomplete-info', isAccepted: true } : finding];
}

function textProblems(info: JsonObject, name: string): HeadProblem[] {
  const value = memberOf(info, name) ?? null;
  const pointer = appendPointer('#/info', name);
  if (typeof value === 'string') return [];
  if (value === null) {
    const message = `"info" must have "${name}".`;
    return [{ rule: 'incomplete-info', pointer, message, repair: 'Add it, as a string.', isAccepted: true }];
  }
  const message = `"${name}" must be a string (got ${formatValue(value)}).`;
  if (typeof value === 'object') return [{ pointer, message, repair: 'Write a string.' }];
  return [{ rule: 'scalar-type', pointer, message, repair: repairText('Write it in quotes.') }];
}

// JSON Schema v1 decides as 2020-12 about all schemas that OpenAPI has; the scheme of a dialect changes nothing.
const EQUIVALENT_DIALECT =
  /^https?:\/\/json-schema\.org\/(?:draft\/2020-12\/schema#?|v1(?:\/\d{4})?(?:\/schema)?#?)$/;

const DIALECT =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema#?|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+)$/;

function dialectProblems(document: JsonObject): HeadProblem[] {
  const problems: HeadProblem[] = [];
  const check = (value: JsonValue | undefined, pointer: string) => {
    if (value === undefined || (typeof value === 'string' && DIALECT.test(value))) return;
    const repair = 'Use https://json-schema.org/draft/2020-12/schema, or that of OpenAPI 3.1 or 3.2.';
    const finding = { rule: 'unknown-dialect', pointer } as const;
    if (typeof value === 'string' && EQUIVALENT_DIALECT.test(value)) {
      const message = `The JSON Schema dialect ${value} is read as 2020-12.`;
      problems.push({ ...finding, message, repair, isAccepted: true });
    } else {
      const message = `Unknown JSON Schema dialect ${formatValue(value)}.`;
      problems.push({ ...finding, message, repair: repairText(repair) });
    }
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
