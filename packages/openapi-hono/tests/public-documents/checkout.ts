// Gets documents from clones of public repositories, each at the commit that the list names.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import listed from './documents.json' with { type: 'json' };

/** A document of a public repository. */
export interface PublicDocument {
  /** Owner and name on GitHub. */
  repository: string;
  commit: string;
  /** Path in the repository. */
  path: string;
  /** Folder of the files that it refers to; without it, the document is a single file. */
  folder?: string | undefined;
  /** Whether it was drawn at random, before any tool had read it. */
  isDrawn?: boolean | undefined;
}

/** Lists the documents whose repository or path contains one of the words; all of them without words. */
export function listDocuments(words: readonly string[]): PublicDocument[] {
  const repositories: readonly (Omit<PublicDocument, 'path'> & { documents: string[] })[] = listed;
  const all = repositories.flatMap(({ documents, ...repository }) =>
    documents.map((path) => ({ ...repository, path })),
  );
  const isWanted = ({ repository, path }: PublicDocument) =>
    words.some((word) => `${repository}/${path}`.includes(word));
  return words.length === 0 ? all : all.filter(isWanted);
}

const run = promisify(execFile);
const BUFFER = { maxBuffer: 2 ** 30, encoding: 'buffer' } as const;

/** Writes a document, and the files that it may refer to, into a folder. Returns its path there. */
export async function checkOut(document: PublicDocument, clones: string, into: string): Promise<string> {
  const { repository, commit, path, folder } = document;
  const clone = join(clones, repository);
  if (!existsSync(clone)) {
    await run('git', ['init', '--quiet', '--bare', clone]);
    await run('git', [
      '-C',
      clone,
      'fetch',
      '--quiet',
      '--depth=1',
      `https://github.com/${repository}`,
      commit,
    ]);
  }
  const listing = await run(
    'git',
    ['-C', clone, 'ls-tree', '-r', '-z', '--name-only', commit, folder ?? path],
    BUFFER,
  );
  const files = listing.stdout
    .toString()
    .split('\0')
    .filter((file) => file === path || /\.(?:json|ya?ml)$/.test(file));
  for (const file of files) {
    const { stdout } = await run('git', ['-C', clone, 'cat-file', 'blob', `${commit}:${file}`], BUFFER);
    await mkdir(dirname(join(into, file)), { recursive: true });
    await writeFile(join(into, file), stdout);
  }
  return join(into, path);
}
