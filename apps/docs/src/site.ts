/** The built site, for a server that shows it at `/docs/` under the address that it is reached at. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DOCS_DIRECTORY } from './docs-directory.ts';
import { WRITTEN_ADDRESS } from './written-address.ts';

/** A file of the site, held in memory: there are some hundred, of a few megabytes together. */
export interface SiteFile {
  readonly mediaType: string;
  readonly body: Buffer<ArrayBuffer>;
  /** A strong validator of `body` (RFC 9110, 8.8.3); the compressed form adds `-gzip`. */
  readonly hash: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
  /** The scripts inside the page, for its Content-Security-Policy. */
  readonly scriptHashes: readonly string[];
  /** The body in gzip, made once; undefined for a file that is compressed already. */
  readonly compressed: (() => Promise<Buffer<ArrayBuffer>>) | undefined;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const COMPRESSED = new Set(['.png', '.webp']);
const compress = promisify(gzip);

/**
 * Reads the files by their path below `/docs/`, a folder's page by the folder's, for a server at an address; empty before
 * `npm run build`.
 */
export function readSite(url: string): ReadonlyMap<string, SiteFile> {
  if (!existsSync(DOCS_DIRECTORY)) return new Map();
  const address = writableAddress(url);
  const names = readdirSync(DOCS_DIRECTORY, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DOCS_DIRECTORY.length + 1));
  return new Map(
    names.map((name) => {
      const path = name.split(sep).join('/');
      return [path.replace(/(^|\/)index\.html$/, '$1'), createSiteFile(path, readForServer(path, address))];
    }),
  );
}

/** Prepares a body to be served as the file of a path below `/docs/`. */
export function createSiteFile(path: string, body: Buffer<ArrayBuffer>): SiteFile {
  const extension = extname(path);
  let made: Promise<Buffer<ArrayBuffer>> | undefined;
  return {
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    body,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    isImmutable: path.startsWith('_astro/'),
    scriptHashes: extension === '.html' ? scriptHashes(body.toString()) : [],
    compressed: COMPRESSED.has(extension)
      ? undefined
      : () => {
          made ??= compress(body);
          return made;
        },
  };
}

/** Reads a file and replaces the address that pages are written with by the server's own. */
function readForServer(path: string, url: string): Buffer<ArrayBuffer> {
  const body = readFileSync(join(DOCS_DIRECTORY, path));
  if (!/\.(?:html|md|txt|xml|json|yaml)$/.test(path)) return body;
  return Buffer.from(body.toString().replaceAll(WRITTEN_ADDRESS, () => url));
}

/** Encodes the characters of an address that have a meaning in HTML, JSON, YAML or a shell. */
function writableAddress(url: string): string {
  const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return new URL(url).href.replace(/\/$/, '').replaceAll(/[&'();$!*|\\]/g, percentEncode);
}

function scriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  const texts = [...scripts].map(([, text = '']) => text).filter((text) => text !== '');
  return [...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}
