/** Prints a reference as one file that loads nothing: the page prints itself from the document that it contains. */
import type { OpenApiModel } from '@keyframe/openapi-model';
import { printAccessPanel } from '../reference/credentials.ts';
import { printArticle, printLayout } from './layout.ts';
import { printMenu } from './menu.ts';
import { type DocsOptions, listServers, readReference } from './reference.ts';

/** The scripts and the styles of a file, and the policy that allows no others. */
export interface FileAssets {
  /** The script that starts the program. */
  readonly start: string;
  readonly program: string;
  readonly styles: string;
  readonly policy: string;
}

/** Options of a file. */
export interface FileOptions extends DocsOptions {
  /** The path below which the mock that serves the page answers about itself: `/__mock`; the page has no mock of its own. */
  readonly control?: string | undefined;
}

/** The facts that the script of a page reads. */
export interface PageSettings {
  readonly server: string;
  readonly keyVariable: string | undefined;
  readonly control: string | undefined;
  /** The page that is open; undefined in a single file, whose address says it. */
  readonly slug: string | undefined;
  /** The path from the page to the first one. */
  readonly root: string;
}

/** Prints the file; it needs no access to files itself. */
export function printReferenceFile(
  model: OpenApiModel,
  { start, program, styles, policy }: FileAssets,
  options: FileOptions = {},
): string {
  const reference = readReference(model, '#', options);
  const { title, version, description, servers, plans, markdown } = reference;
  const [server = ''] = servers;
  const [first] = plans;
  const getAddress = (slug: string) => `#${slug === 'index' ? '' : slug}`;
  const settings: PageSettings = {
    server,
    keyVariable: options.keyVariable,
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
    menu: printMenu(model, { plans, getAddress }),
    access: printAccessPanel(model, {
      // The page of a mock sends to the servers of the document, too.
      servers: options.control === undefined ? servers : [...servers, ...listServers(model)],
      testKeyPrefix: options.testKeyPrefix,
    }),
    article: first === undefined ? '' : printArticle(first.title, first.print(), markdown),
    policy,
    head: `<style>${styles}</style>`,
    end: [
      `<script type="application/json" id="reference-settings">${embedJson(settings)}</script>`,
      `<script type="application/json" id="reference-document">${embedJson(readDocument(model, server, options))}</script>`,
      `<script type="text/plain" id="reference-program">${program}</script>`,
      `<script>${start}</script>`,
      '<noscript><p>This page needs a script: it prints itself from the document that it contains.</p></noscript>',
    ].join('\n'),
  });
}

/** The document names the server of the page. */
function readDocument({ document }: OpenApiModel, url: string, { server }: DocsOptions): object {
  return server === undefined ? document : { ...document, servers: [{ url }] };
}

/** Writes JSON such that it cannot end the element that contains it. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
