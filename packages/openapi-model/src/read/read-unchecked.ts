import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { findVersion, headProblems, infoProblems } from '../model/check-head.ts';
import { findPaths } from '../repair/paths.ts';
import { upgradeInPlace } from './upgrade-document.ts';

// Names of what only the model reads as it is meant.
const CHANGED = /\$recursiveRef|\$self|dataValue|itemSchema|x-item-schema/;

// Names of dialects are checked in all schemas.
const DIALECTS = ['$schema', 'jsonSchemaDialect'];

/**
 * Reads the entry file of a document without checking more than its head; one of OpenAPI 3.0 is upgraded. Returns
 * undefined if only `loadDocument` can read it, or report why not.
 */
export async function readUnchecked(path: string): Promise<JsonObject | undefined> {
  const text = await readText(path);
  if (text === undefined || CHANGED.test(text)) return undefined;
  const document = await parse(text, path);
  if (!isJsonObject(document) || findVersion(document)) return undefined;
  if (memberOf(document, 'swagger') !== undefined) return undefined;
  const findProblems = DIALECTS.some((name) => text.includes(name)) ? headProblems : infoProblems;
  if (findProblems(document).length + findPaths(document).length > 0) return undefined;
  upgradeInPlace(document);
  return document;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    return undefined;
  }
}

async function parse(text: string, path: string): Promise<JsonValue | undefined> {
  const isJson = extname(path) === '.json';
  const { value, findings } = isJson
    ? (await import('./parse-json.ts')).parseJson(text)
    : (await import('./parse-yaml.ts')).parseYaml(text);
  return findings.length === 0 ? value : undefined;
}
