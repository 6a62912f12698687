/** The reference as one page, for a server that shows it under the address that it is reached at. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { DOCS_DIRECTORY } from './docs-directory.ts';

/** The page, and the sources that its Content-Security-Policy must allow: its own scripts, known by their hashes. */
export interface ReferencePage {
  readonly html: string;
  readonly sources: {
    readonly scriptSrc: string[];
    readonly styleSrc: string[];
    readonly imgSrc: string[];
    readonly fontSrc: string[];
    readonly workerSrc: string[];
    readonly connectSrc: string[];
  };
}

/** Reads the built page and names one server in it; undefined before `npm run build` has made it. */
export function readReferencePage(server: { url: string; description: string }): ReferencePage | undefined {
  const file = join(DOCS_DIRECTORY, 'index.html');
  if (!existsSync(file)) return undefined;
  const html = atServer(readFileSync(file, 'utf8'), server);
  return {
    html,
    sources: {
      scriptSrc: scriptHashes(html),
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ['data:'],
      // The page's search runs in a worker that it makes itself.
      workerSrc: ['blob:'],
      connectSrc: ["'self'"],
    },
  };
}

/** Names a server in what the page's script shows, and in what is shown until that runs. */
function atServer(page: string, { url, description }: { url: string; description: string }): string {
  const server = { url: new URL(url).href.replace(/\/$/, ''), description };
  const servers = (value: object) => `"servers":${JSON.stringify(value)}`;
  return document.servers.reduce(
    (text, written) =>
      text
        .replaceAll(`>${written.url}`, () => `>${server.url.replaceAll('&', '&amp;')}`)
        .replaceAll(`>${written.description}<`, () => `>${server.description}<`),
    page.replace(servers(document.servers), () => servers([server]).replaceAll('<', '\\u003c')),
  );
}

function scriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
