#!/usr/bin/env node
// Command: builds the reference of any OpenAPI document as a site of static files.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import {
  defineCommand,
  findDocumentErrorStatus,
  LOAD_OPTIONS,
  readLoadOptions,
  runProcess,
  UsageError,
} from '@keyframe/openapi-tooling/command';
import { toSlug } from './reference/page.ts';
import { referencePages } from './reference/pages.ts';
import { runTool as runProgram, ToolFailedError } from './run-tool.ts';
import { writePages } from './write-pages.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

const command = defineCommand({
  name: 'reference-site',
  summary: 'build the reference of a document',
  description:
    'Builds the reference of an OpenAPI document as static files: a page for each operation, webhook and section of the description, with search, code samples, dark mode, Markdown forms and llms.txt. What was in the folder is removed.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    out: { value: '<folder>', description: 'where the site is written' },
    base: {
      value: '<path>',
      description: 'the path that the site is put at, such as /reference (default: /)',
      default: '/',
    },
    url: {
      value: '<url>',
      description: 'the host that the site is put at (default: http://localhost:8080)',
      default: 'http://localhost:8080',
    },
    server: {
      value: '<url>',
      description: "where samples find the service (default: the document's first server)",
    },
    'key-variable': {
      value: '<name>',
      description: 'the environment variable that holds the key in samples (default: API_KEY)',
      default: 'API_KEY',
    },
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, { err }) {
    if (values.out === undefined) throw new UsageError('--out must name the folder of the site.');
    if (!/^(?:\/[\w.~-]+)*\/?$/.test(values.base)) {
      throw new UsageError(`--base must be a path such as /reference (got "${values.base}").`);
    }
    if (!URL.canParse(values.url))
      throw new UsageError(`--url must be an absolute URL (got "${values.url}").`);
    const model = await loadDocument(document, readLoadOptions(values));
    const base = values.base.replace(/\/$/, '');
    const server = (values.server ?? firstServer(model)).replace(/\/$/, '');
    buildSite(model, {
      out: resolve(values.out),
      base,
      url: values.url,
      server,
      key: values['key-variable'],
    });
    err(`Wrote the reference of ${document} to ${values.out}.`);
    return 0;
  },
});

interface BuildOptions {
  readonly out: string;
  readonly base: string;
  readonly url: string;
  readonly server: string;
  readonly key: string;
}

function buildSite(model: OpenApiModel, { out, base, url, server, key }: BuildOptions): void {
  const pages = referencePages(model, { server, keyVariable: key, base: `${base}/`, folder: '' });
  const [{ title = '', description = '' } = {}] = pages;
  // Inside of the package, where Astro finds its dependencies.
  const folder = mkdtempSync(fileURLToPath(new URL('../.site-', import.meta.url)));
  try {
    // Starlight and its plugins find pages by the folder of the sources: the site gets sources of its own.
    const sources = join(folder, 'src');
    cpSync(SOURCES, sources, { recursive: true, filter: (path) => !path.endsWith('content') });
    writePages(pages, join(sources, 'content/docs'));
    const site = {
      title,
      description,
      url,
      base,
      sidebar: createSidebar(
        model,
        pages.map(({ slug }) => slug),
      ),
    };
    rmSync(out, { recursive: true, force: true });
    runProgram('astro', ['build', '--silent', '--config', 'src/reference.config.mjs'], {
      DOCS_SITE: JSON.stringify({ ...site, outDir: out, srcDir: sources, cacheDir: join(folder, 'cache') }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists the operations by their first tag, and what else there is. */
function createSidebar(model: OpenApiModel, slugs: readonly string[]): object[] {
  const tagged = Map.groupBy(model.operations, ({ tags: [tag] }) => tag ?? 'Operations');
  const operations = [...tagged].map(([label, group]) => ({
    label,
    items: group.map(({ id }) => ({ slug: `operations/${toSlug(id)}` })),
  }));
  const folders = ['webhooks', 'concepts']
    .filter((folder) => slugs.some((slug) => slug.startsWith(`${folder}/`)))
    .map((folder) => ({
      label: `${folder[0]?.toUpperCase()}${folder.slice(1)}`,
      items: [{ autogenerate: { directory: folder } }],
    }));
  return [{ slug: 'index' }, ...operations, ...folders];
}

/** The address of a document's first server, with the defaults of its variables. */
function firstServer({ document }: OpenApiModel): string {
  const [server] = Array.isArray(document.servers) ? document.servers : [];
  if (!isJsonObject(server)) return 'https://api.example.com';
  const variables = isJsonObject(server.variables) ? server.variables : {};
  const address = String(server.url).replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = variables[name];
    return isJsonObject(variable) ? String(variable.default) : whole;
  });
  return URL.canParse(address) ? address : `https://api.example.com${address}`;
}

await runProcess({
  name: 'reference-site',
  version: '',
  commands: [command],
  findErrorStatus: (error) => (error instanceof ToolFailedError ? 1 : findDocumentErrorStatus(error)),
});
