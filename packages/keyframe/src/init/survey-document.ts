// A document that its user knows and this toolkit does not yet: how it has to be read, and what it is called.
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isJsonObject, type OpenApiModel, OpenApiModelError, readDocument } from '@keyframe/openapi-model';
import { isWebUrl } from '@keyframe/openapi-model/document';
import { createFetchFile } from '@keyframe/openapi-model/fetch';

/** The options with which a document can be read. */
export interface ReadingOptions {
  lenient?: true;
  skipUnsupported?: true;
}

/** A document, and how it is read. */
export interface DocumentSurvey {
  model: OpenApiModel;
  read: ReadingOptions;
  /** A name for the document, made of its title: `petStore`. */
  name: string;
  /** Operations that are omitted. */
  skipped: readonly string[];
}

const ATTEMPTS: readonly ReadingOptions[] = [{}, { lenient: true }, { lenient: true, skipUnsupported: true }];

/** Reads a document at a path or URL with the strictest options that accept it. Throws as `readDocument` does. */
export async function surveyDocument(source: string): Promise<DocumentSurvey> {
  const readFile = createFetchFile();
  let failure: unknown;
  for (const read of ATTEMPTS) {
    try {
      const { model, skipped } = await readDocument(source, { ...read, readFile });
      return { model, read, name: nameDocument(model), skipped };
    } catch (error) {
      if (!(error instanceof OpenApiModelError)) throw error;
      // The first one names all problems.
      failure ??= error;
    }
  }
  throw failure;
}

/** Copies a surveyed document into a folder, as one file: as it was written, or bundled if it has several files or is at a URL. */
export async function copyDocument(
  source: string,
  folder: string,
  { model }: DocumentSurvey,
): Promise<string> {
  if (model.files.length > 1 || isWebUrl(source)) {
    await writeFile(
      join(folder, 'openapi.json'),
      `${JSON.stringify(model.original, undefined, 2)}\n`,
      EXCLUSIVE,
    );
    return 'openapi.json';
  }
  const name = `openapi${extname(source) || '.yaml'}`;
  await writeFile(join(folder, name), await readFile(source), EXCLUSIVE);
  return name;
}

// A file that exists is kept.
const EXCLUSIVE = { flag: 'wx' };

function nameDocument({ original: { info } }: OpenApiModel): string {
  const title = isJsonObject(info) ? String(info.title).normalize('NFKD') : '';
  const [first = 'api', ...others] = title.match(/[a-z][a-z\d]*/gi)?.slice(0, 3) ?? [];
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  return [first.toLowerCase(), ...others.map(capitalize)].join('');
}
