import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORTS = join(import.meta.dirname, '../../reports');

/** A folder below this package, where imports of generated code resolve; it goes when it is disposed of. */
export interface ScratchFolder extends AsyncDisposable {
  readonly folder: string;
  /** A real document of nearly 5 MB: GitHub's webhooks. */
  readonly document: string;
}

/** Makes a folder with the largest document in it. */
export async function createScratchFolder(): Promise<ScratchFolder> {
  await mkdir(REPORTS, { recursive: true });
  const folder = await mkdtemp(join(REPORTS, 'generators-'));
  const document = join(folder, 'github.json');
  const source = fileURLToPath(import.meta.resolve('@octokit/openapi-webhooks/generated/ghec.json'));
  // hono-takibi fails on documents without `paths`, which OpenAPI 3.1 allows.
  const withPaths = { paths: {}, ...JSON.parse(await readFile(source, 'utf8')) };
  await writeFile(document, JSON.stringify(withPaths));
  return { folder, document, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
