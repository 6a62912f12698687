import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findApi, loadConfig } from './load-config.ts';

/** Reports whether a word of the command line is a document, not the name of an API. */
export function isDocument(word: string): boolean {
  return /[./:]/.test(word) || existsSync(word);
}

/** Finds the document that a word names: a path or an API of keyframe.config.ts. Throws UsageError. */
export async function findDocument(word: string): Promise<string> {
  if (isDocument(word)) return word;
  const config = await loadConfig();
  return resolve(config.folder, findApi(config, word).api.document);
}
