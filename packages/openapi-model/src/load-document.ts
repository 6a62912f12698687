import { readFile } from 'node:fs/promises';
import { parse as parseYaml } from 'yaml';
import { DocumentReadError } from './document-read-error.ts';
import type { JsonValue } from './json.ts';
import type { OpenApiModel } from './model.ts';
import { readModel } from './read-model.ts';

/**
 * Reads a bundled OpenAPI 3.1 document from a JSON or YAML file.
 * Throws DocumentReadError or DocumentInvalidError.
 */
export async function loadDocument(path: string): Promise<OpenApiModel> {
  return readModel(parseDocument(await readText(path), path), path);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new DocumentReadError(path, 'The file can not be read. Check its path.', cause);
  }
}

function parseDocument(text: string, path: string): JsonValue {
  try {
    return path.endsWith('.json') ? JSON.parse(text) : parseYaml(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DocumentReadError(path, `The file is neither JSON nor YAML: ${reason}`, cause);
  }
}
