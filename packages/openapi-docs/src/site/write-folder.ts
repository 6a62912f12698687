/** Writes a reference as a site of static files: a page for each operation, Markdown of every page, and llms.txt. */
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { PagePlan } from '../reference/page.ts';
import { listSearchPages } from '../search/list-search-pages.ts';
import { readAsset } from './assets.ts';
import { printArticle, printLayout } from './layout.ts';
import { printMenu } from './menu.ts';
import { embedJson, type PageSettings } from './print-file.ts';
import { type DocsOptions, type ReferenceFacts, readReference } from './reference.ts';

// Scripts come from the folder itself, also of a page that is opened without a server.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' http: https:; base-uri 'none'; form-action 'none'";

/** Writes the files of a site by their paths. */
export function writeReferenceFolder(model: OpenApiModel, options: DocsOptions = {}): Map<string, string> {
  const files = new Map<string, string>();
  const program = options.mock === false ? 'reference.js' : 'reference-with-mock.js';
  files.set('assets/reference.js', readAsset(program));
  files.set('assets/styles.css', readAsset('styles.css'));
  files.set('assets/document.js', `globalThis.referenceDocument = ${JSON.stringify(model.document)};\n`);
  for (const { slug } of readReferenceOnce(model, './', options).plans) {
    const depth = slug === 'index' ? 0 : slug.split('/').length;
    const root = depth === 0 ? './' : '../'.repeat(depth);
    // Links of a page are relative to it, so that the site can be put anywhere.
    const reference = readReferenceOnce(model, root, options);
    const plan = reference.plans.find((candidate) => candidate.slug === slug);
    if (plan === undefined) continue;
    const forms = plan.print();
    const path = slug === 'index' ? 'index' : `${slug}/index`;
    files.set(
      `${path}.html`,
      linkFiles(
        printPage(model, reference, {
          plan,
          root,
          article: printArticle(plan.title, forms, reference.markdown),
        }),
      ),
    );
    files.set(`${slug}.md`, `# ${plan.title}\n\n${linkMarkdown(forms.markdown, root).trim()}\n`);
  }
  const { plans, ...facts } = readReferenceOnce(model, './', options);
  files.set(
    'assets/search.js',
    `globalThis.referenceSearch = ${JSON.stringify(listSearchPages(model, plans))};\n`,
  );
  files.set('llms.txt', printIndex({ ...facts, plans }));
  return files;
}

/** Leads the links of a page to files, since a browser lists the folders of a page that is opened without a server. */
function linkFiles(html: string): string {
  return html.replaceAll(/(<a\b[^>]*? href="(?:\.\.?\/)+(?:[\w/-]+\/)?)(?=[#"])/g, '$1index.html');
}

/** Leads the links of a page to the Markdown of others. */
function linkMarkdown(markdown: string, root: string): string {
  const start = root === './' ? root : root.slice('../'.length);
  return markdown.replaceAll(/\]\(((?:\.\.?\/)+)([\w/-]+)\/\)/g, (link, folder: string, slug: string) =>
    folder === root ? `](${start}${slug}.md)` : link,
  );
}

const REFERENCES = new WeakMap<OpenApiModel, Map<string, ReferenceFacts>>();

/** Plans the pages for each depth once. */
function readReferenceOnce(model: OpenApiModel, root: string, options: DocsOptions): ReferenceFacts {
  const byRoot = REFERENCES.get(model) ?? new Map<string, ReferenceFacts>();
  REFERENCES.set(model, byRoot);
  const reference = byRoot.get(root) ?? readReference(model, root, options);
  byRoot.set(root, reference);
  return reference;
}

interface PageParts {
  readonly plan: PagePlan;
  readonly root: string;
  readonly article: string;
}

function printPage(
  model: OpenApiModel,
  reference: ReferenceFacts,
  { plan, root, article }: PageParts,
): string {
  const { title, version, server, plans } = reference;
  const settings: PageSettings = {
    server,
    keyVariable: undefined,
    testKeyPrefix: undefined,
    control: undefined,
    slug: plan.slug,
    root,
  };
  return printLayout({
    title: plan.title,
    siteTitle: title,
    version,
    description: plan.description,
    home: root,
    menu: printMenu(model, plans, (slug) => (slug === 'index' ? root : `${root}${slug}/`)).replace(
      `data-slug="${plan.slug}"`,
      (attribute) => `${attribute} aria-current="page"`,
    ),
    article,
    policy: POLICY,
    head: `<link rel="stylesheet" href="${root}assets/styles.css">\n<link rel="alternate" type="text/markdown" href="${root}${plan.slug}.md">`,
    end: [
      `<script type="application/json" id="reference-settings">${embedJson(settings)}</script>`,
      `<script src="${root}assets/reference.js" defer></script>`,
    ].join('\n'),
  });
}

/** Prints the site for language models (llmstxt.org). */
function printIndex({ title, description, plans }: ReferenceFacts): string {
  const lines = plans
    .slice(1)
    .map((plan) => `- [${plan.title}](${plan.slug}.md): ${plan.description}`)
    .join('\n');
  return `# ${title}\n\n> ${description}\n\n## Pages\n\n- [Overview](index.md)\n${lines}\n`;
}
