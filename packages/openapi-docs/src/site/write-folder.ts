/** Writes a reference as a site of static files: a page for each operation, Markdown of every page, and llms.txt. */
import type { OpenApiModel } from '@keyframe/openapi-model';
import { printAccessPanel } from '../reference/credentials.ts';
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
  const references = new Map<string, ReferenceFacts>();
  const getReference = (root: string) => {
    const reference = references.get(root) ?? readReference(model, root, options);
    references.set(root, reference);
    return reference;
  };
  const first = getReference('./');
  const { servers, plans } = first;
  const access = printAccessPanel(model, { servers, testKeyPrefix: options.testKeyPrefix });
  const files = new Map<string, string>();
  const program = options.mock === false ? 'reference.js' : 'reference-with-mock.js';
  files.set('assets/reference.js', readAsset(program));
  files.set('assets/styles.css', readAsset('styles.css'));
  files.set('assets/document.js', `globalThis.referenceDocument = ${JSON.stringify(model.document)};\n`);
  for (const [index, { slug }] of plans.entries()) {
    const root = slug === 'index' ? './' : '../'.repeat(slug.split('/').length);
    // Links of a page are relative to it, so that the site can be put anywhere.
    const reference = getReference(root);
    const plan = reference.plans[index];
    if (plan === undefined) continue;
    const forms = plan.print();
    const path = slug === 'index' ? 'index' : `${slug}/index`;
    const { markdown, title, version } = reference;
    const settings: PageSettings = {
      server: servers[0] ?? '',
      keyVariable: options.keyVariable,
      control: undefined,
      slug,
      root,
    };
    const html = printLayout({
      title: plan.title,
      siteTitle: title,
      version,
      description: plan.description,
      home: root,
      menu: printMenu(model, {
        plans,
        getAddress: (other) => (other === 'index' ? root : `${root}${other}/`),
        current: slug,
      }),
      access,
      article: printArticle(plan.title, forms, markdown),
      policy: POLICY,
      head: `<link rel="stylesheet" href="${root}assets/styles.css">\n<link rel="alternate" type="text/markdown" href="${root}${slug}.md">`,
      end: [
        `<script type="application/json" id="reference-settings">${embedJson(settings)}</script>`,
        `<script src="${root}assets/reference.js" defer></script>`,
      ].join('\n'),
    });
    files.set(`${path}.html`, linkFiles(html));
    files.set(`${slug}.md`, `# ${plan.title}\n\n${linkMarkdown(forms.markdown, root).trim()}\n`);
  }
  files.set(
    'assets/search.js',
    `globalThis.referenceSearch = ${JSON.stringify(listSearchPages(model, plans))};\n`,
  );
  files.set('llms.txt', printIndex(first));
  return files;
}

/** Leads the links of a page to files, since a browser lists the folders of a page that is opened without a server. */
function linkFiles(html: string): string {
  return html.replaceAll(/(<a\b[^>]*? href="(?:\.\.?\/)+(?:[^"#.]+\/)?)(?=[#"])/g, '$1index.html');
}

/** Leads the links of a page to the Markdown of others. */
function linkMarkdown(markdown: string, root: string): string {
  const start = root === './' ? root : root.slice('../'.length);
  return markdown.replaceAll(/\]\(((?:\.\.?\/)+)([^).\s]+)\/\)/g, (link, folder: string, slug: string) =>
    folder === root ? `](${start}${slug}.md)` : link,
  );
}

/** Prints the site for language models (llmstxt.org). */
function printIndex({ title, description, plans }: ReferenceFacts): string {
  const lines = plans
    .slice(1)
    .map((plan) => `- [${plan.title}](${plan.slug}.md): ${plan.description}`)
    .join('\n');
  return `# ${title}\n\n> ${description}\n\n## Pages\n\n- [Overview](index.md)\n${lines}\n`;
}
