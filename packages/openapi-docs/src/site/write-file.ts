/** Writes a reference as one file that loads nothing: the page prints itself from the document that it contains. */
import { createHash } from 'node:crypto';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { type AssetName, readAsset } from './assets.ts';
import { printArticle, printLayout } from './layout.ts';
import { printMenu } from './menu.ts';
import { type DocsOptions, readReference } from './reference.ts';

/** Options of a file. */
export interface FileOptions extends DocsOptions {
  /** The path below which the mock that serves the page answers about itself: `/__mock`; the page has no mock of its own. */
  readonly control?: string | undefined;
}

/** The facts that the script of a page reads. */
export interface PageSettings {
  readonly server: string;
  readonly keyVariable: string | undefined;
  readonly testKeyPrefix: string | undefined;
  readonly control: string | undefined;
  /** The page that is open; undefined in a single file, whose address says it. */
  readonly slug: string | undefined;
  /** The path from the page to the first one. */
  readonly root: string;
}

// The program is started after the first paint: it is most of the page.
const START = `requestAnimationFrame(() => setTimeout(() => {
  const program = document.createElement('script');
  program.textContent = document.getElementById('reference-program').textContent;
  document.body.append(program);
}));`;

/** Writes the file. */
export function writeReferenceFile(model: OpenApiModel, options: FileOptions = {}): string {
  const reference = readReference(model, '#', options);
  const { title, version, description, server, plans, markdown } = reference;
  const [first] = plans;
  const getAddress = (slug: string) => `#${slug === 'index' ? '' : slug}`;
  const hasMock = options.mock !== false && options.control === undefined;
  const program: AssetName = hasMock ? 'reference-with-mock.js' : 'reference.js';
  const script = readAsset(program);
  const styles = readAsset('styles.css');
  const settings: PageSettings = {
    server,
    keyVariable: options.keyVariable,
    testKeyPrefix: options.testKeyPrefix,
    control: options.control,
    slug: undefined,
    root: '#',
  };
  return printLayout({
    title,
    siteTitle: title,
    version,
    description,
    home: '#',
    menu: printMenu(model, plans, getAddress),
    article: first === undefined ? '' : printArticle(first.title, first.print(), markdown),
    policy: writePolicy([START, script], [styles]),
    head: `<style>${styles}</style>`,
    end: [
      `<script type="application/json" id="reference-settings">${embedJson(settings)}</script>`,
      `<script type="application/json" id="reference-document">${embedJson(readDocument(model, server, options))}</script>`,
      `<script type="text/plain" id="reference-program">${script}</script>`,
      `<script>${START}</script>`,
      '<noscript><p>This page needs a script: it prints itself from the document that it contains.</p></noscript>',
    ].join('\n'),
  });
}

/** The document names the server of the page. */
function readDocument({ document }: OpenApiModel, url: string, { server }: DocsOptions): object {
  return server === undefined ? document : { ...document, servers: [{ url }] };
}

function writePolicy(scripts: readonly string[], styles: readonly string[]): string {
  const list = (texts: readonly string[]) =>
    texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src ${list(scripts)}`,
    `style-src ${list(styles)}`,
    'img-src data:',
    // Requests to a real server.
    "connect-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Writes JSON such that it cannot end the element that contains it. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
