// Builds the reference of a foreign document by its command.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HostedFile } from './site-visit.ts';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../src/reference-site.ts', import.meta.url));
/** Scalar's example of everything that OpenAPI 3.1 has: callbacks without a webhook, files, OAuth, Markdown. */
export const DOCUMENT = fileURLToPath(import.meta.resolve('@scalar/galaxy/3.1.yaml'));
export const BASE = '/reference/';
/** One page of each template. */
export const REFERENCE_TEMPLATES: readonly string[] = [
  '',
  'operations/get-all-data/',
  'webhooks/new-planet/',
  'concepts/resources/',
];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** Runs the command with these words. */
export function runReferenceSite(words: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  // vitest's own environment configures Vite, which builds the site.
  const { PATH, HOME, TMPDIR } = process.env;
  return run(process.execPath, [COMMAND, ...words], { env: { PATH, HOME, TMPDIR } });
}

/** Builds the site, and returns its files by their path. */
export async function buildReferenceSite(): Promise<ReadonlyMap<string, HostedFile>> {
  const out = mkdtempSync(join(tmpdir(), 'keyframe-reference-'));
  try {
    await runReferenceSite([DOCUMENT, '--out', out, '--base', BASE, '--key-variable', 'GALAXY_KEY']);
    return readFiles(out);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function readFiles(folder: string): ReadonlyMap<string, HostedFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(
    names.map((name) => [
      name.replace(/(^|\/)index\.html$/, '$1'),
      {
        mediaType: MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        body: readFileSync(join(folder, name)),
      },
    ]),
  );
}

/** Lists the pages of a site with their text. */
export function listHtml(files: ReadonlyMap<string, HostedFile>): [path: string, html: string][] {
  return [...files]
    .filter(([, { mediaType }]) => mediaType === 'text/html')
    .map(([path, { body }]) => [path, `${body}`]);
}
