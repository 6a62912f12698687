// A version of a document: a file, or `git:REF:path`, read with all files that it refers to as they were at that ref.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { type LoadOptions, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import { UsageError } from '../usage-error.ts';

const run = promisify(execFile);
const REFERENCE = /\$ref["']?\s*:\s*["']?(?<target>[^"'#\s{}[\],]+)/g;
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a version of a document. Throws UsageError, and as `loadDocument` does. */
export async function loadVersion(
  name: string,
  options: Pick<LoadOptions, 'lenient'> = {},
): Promise<OpenApiModel> {
  const found = /^git:(?<ref>[^:]+):(?<path>.+)$/.exec(name)?.groups;
  if (!found) return loadDocument(name, options);
  const { ref = '', path = '' } = found;
  const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'));
  try {
    const prefix = await readPrefix();
    const root = posix.normalize(posix.join(prefix, path));
    await copyFiles({ ref, root, folder });
    const model = await loadDocument(join(folder, root), options);
    return { ...model, source: name };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Paths after `git:REF:` are those of the current folder, as everywhere else.
async function readPrefix(): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--show-prefix']).catch((cause: unknown) => {
    throw new UsageError('git:REF:path needs git, and a current folder inside a repository.', { cause });
  });
  return stdout.trim();
}

interface Source {
  ref: string;
  root: string;
  folder: string;
}

async function copyFiles({ ref, root, folder }: Source): Promise<void> {
  const waiting = [root];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = await readText(ref, path);
    // The reader reports a missing file, with the reference to it.
    if (text === undefined && path !== root) continue;
    if (text === undefined) {
      throw new UsageError(
        `git has no ${path} at ${ref}. In a shallow clone fetch it first: git fetch --depth 1 origin ${ref}`,
      );
    }
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    for (const next of findReferences(text, path)) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
}

// The files that a file refers to, relative to the root of the repository.
function findReferences(text: string, path: string): string[] {
  const targets = [...text.matchAll(REFERENCE)].map(({ groups }) => groups?.target ?? '');
  return targets
    .filter((target) => /\.(?:json|ya?ml)$/.test(target) && !/^[a-z]+:/i.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)))
    .filter((next) => !next.startsWith('..'));
}

async function readText(ref: string, path: string): Promise<string | undefined> {
  const options = { maxBuffer: MAX_BYTES };
  return run('git', ['show', `${ref}:${path}`], options).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
