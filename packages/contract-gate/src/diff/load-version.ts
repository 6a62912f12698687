// A version of a document: a file, or `git:REF:path`, read with all files that it refers to as they were at that ref.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DocumentOptions } from '@keyframe/openapi-model';
import {
  DocumentInvalidError,
  DocumentReadError,
  type LoadOptions,
  type OpenApiModel,
  type Operation,
  type ReadFile,
  readDocument,
} from '@keyframe/openapi-model';
import { UsageError } from '../usage-error.ts';
import { DocumentNewError } from './document-new-error.ts';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a version of a document. Throws UsageError, and as `loadDocument` does. */
export async function loadVersion(name: string, options: LoadOptions = {}): Promise<OpenApiModel> {
  return (await readVersion(name, options)).model;
}

/** A version of a document, and the operations that were omitted because of their problems. */
interface ReadVersion {
  model: OpenApiModel;
  omitted: readonly Operation[];
  /** The same operations, `getTask (GET /tasks/{id})`. */
  skipped: readonly string[];
}

/** Reads a version of a document; with `skipUnsupported`, without the operations that have problems. Throws as `loadVersion` does. */
export async function readVersion(name: string, options: DocumentOptions): Promise<ReadVersion> {
  const groups = /^git:(?<ref>[^:]+):(?<path>.+)$/.exec(name)?.groups;
  if (!groups) return readDocument(name, options);
  const { ref = '', path = '' } = groups;
  // The file of that name in the working tree is another one.
  const nameFile = <TLocation extends { file?: string }>(location: TLocation): TLocation =>
    location.file === undefined ? location : { ...location, file: `git:${ref}:${location.file}` };
  try {
    const readFile: ReadFile = async (url, entry) =>
      url.protocol === 'file:' || !options.readFile ? readBlob(ref, url) : options.readFile(url, entry);
    const read = await readDocument(path, { ...options, readFile });
    const { model } = read;
    const locate: OpenApiModel['locate'] = (pointer) => {
      const location = model.locate(pointer);
      return location && nameFile(location);
    };
    return { ...read, model: { ...model, source: name, locate } };
  } catch (error) {
    if (error instanceof DocumentInvalidError) {
      throw new DocumentInvalidError(name, error.problems.map(nameFile), error.files);
    }
    if (!(error instanceof DocumentReadError)) throw error;
    const hasRef = await hasObject(`${ref}^{commit}`);
    if (hasRef && existsSync(path) && !(await hasObject(`${ref}:./${path}`)))
      throw new DocumentNewError(path, ref, error);
    const repair = hasRef ? '' : ` In a shallow clone fetch it first: ${formatFetch(ref)}`;
    throw new UsageError(`git cannot read ${path} at ${ref}: ${describeFailure(error.cause)}${repair}`, {
      cause: error,
    });
  }
}

// Paths after `git:REF:` are relative to the current folder, as they are everywhere else.
async function readBlob(ref: string, url: URL): Promise<Uint8Array> {
  const path = relative(process.cwd(), fileURLToPath(url)).replaceAll(sep, '/');
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
  const { stdout } = await run('git', ['show', `${ref}:./${path}`], options);
  return stdout;
}

async function hasObject(name: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', name]).then(
    () => true,
    () => false,
  );
}

// A fetch without a destination creates no ref, and a shallow clone fetches only its own branch.
function formatFetch(ref: string): string {
  if (/[~^@]/.test(ref)) return 'git fetch --unshallow';
  const branch = /^(?:refs\/remotes\/)?origin\/(?<name>.+)$/.exec(ref)?.groups?.name;
  return `git fetch --depth 1 origin ${branch === undefined ? formatRefspec(ref) : `+refs/heads/${branch}:refs/remotes/origin/${branch}`}`;
}

function formatRefspec(ref: string): string {
  if (/^[0-9a-f]{40,64}$/.test(ref)) return ref;
  const full = ref.startsWith('refs/') ? ref : `refs/${/^v?\d/.test(ref) ? 'tags' : 'heads'}/${ref}`;
  return `+${full}:${full}`;
}

function describeFailure(cause: unknown): string {
  const { stderr } = Object(cause);
  return String(stderr || cause).trim();
}
