import { quote } from '@keyframe/openapi-codegen';
import { isJsonObject, type JsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import type { Generation } from '../../generation.ts';

/** Writes `document.json`: the document as it was read, a line for each path, component and the like. */
export function emitDocumentData({ model, importedSource }: Generation): string {
  const isElsewhere = importedSource !== undefined || isMisread(model.original);
  return isElsewhere ? '' : `${jsonLines(model.original, '', 3)}\n`;
}

/** Writes `document.ts`: the document, and what an app says of itself. An app that serves neither ships neither. */
export function emitDocument({ model, resolve, importedSource }: Generation): string {
  const isHere = isMisread(model.original);
  const path = quote(importedSource ?? './document.json');
  const imported = hasWholeInfo(model) ? 'data' : 'data as object as OpenApiDocument';
  const data = isHere ? `JSON.parse(\`${escapeTemplate(jsonLines(model.original, '', 3))}\`)` : imported;
  return `import type { OpenAPIHono } from '@hono/zod-openapi';
import { emitDocument, type OpenApiDocument } from ${quote(resolve('runtime'))};
import type { Env } from 'hono';
${isHere ? '' : `import data from ${path} with { type: 'json' };\n`}
/** The document that all of this was generated from. */
export const document: OpenApiDocument = ${data};

/** Assembles the document of an app: what it serves of this one, and what else is registered with it. */
export function documentOf<TEnv extends Env>(app: OpenAPIHono<TEnv>): OpenApiDocument {
  return emitDocument(app, document);
}
`;
}

/** Reports whether a text is the JSON of the document itself. */
export function isDocumentText(text: string, { original }: OpenApiModel): boolean {
  try {
    return !isMisread(original) && JSON.stringify(JSON.parse(text)) === JSON.stringify(original);
  } catch {
    return false;
  }
}

// Its type has a title and a version, which a document that is read leniently may lack.
function hasWholeInfo({ original: { info } }: OpenApiModel): boolean {
  return isJsonObject(info) && [info.title, info.version].every((text) => typeof text === 'string');
}

// Bundlers make objects of JSON modules, in which a member `__proto__` gets lost, and some refuse half of a surrogate
// pair. Such a document is a string.
function isMisread(document: JsonObject): boolean {
  // JSON.stringify escapes a surrogate without its pair by one backslash; a backslash of the text itself comes as two.
  return /"__proto__":|(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(JSON.stringify(document));
}

function escapeTemplate(json: string): string {
  return json.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}

// Breaks the lines of the outer levels only: an operation that changes is a line that differs.
function jsonLines(value: unknown, indent: string, levels: number): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || levels === 0 || Object.keys(value).length === 0) return JSON.stringify(value);
  const margin = `${indent}  `;
  const members = Object.entries(value).map(
    ([name, member]) => `${margin}${JSON.stringify(name)}: ${jsonLines(member, margin, levels - 1)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}
