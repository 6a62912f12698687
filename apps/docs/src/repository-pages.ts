/** Pages whose source is a Markdown file of the repository: configuration, decisions, the checks of the gate. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstSentence, type Page } from '@keyframe/openapi-docs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The address of the site's pages of a folder is the key. */
const FOLDERS = { decisions: 'decisions', checks: '../../packages/contract-gate/docs' };
/** The address of files that have no page. */
const REPOSITORY = 'https://github.com/keyframe/keyframe/blob/main/';

/** A Markdown file of the repository. */
interface Source {
  /** The path of the file, below the folder of this package. */
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
}

/** Creates the pages, whose links to one another lead to the site. */
export function repositoryPages(): Page[] {
  const sources = [readSource('configuration.md', 'operate/configuration')];
  for (const [name, folder] of Object.entries(FOLDERS)) {
    sources.push(readSource(`${folder}/README.md`, `${name}/index`));
    for (const file of listMarkdownFiles(folder))
      sources.push(readSource(`${folder}/${file}`, `${name}/${file.replace('.md', '')}`));
  }
  const slugs = new Map(sources.map(({ file, slug }) => [file, slug]));
  return sources.map((source, order) => createPage(source, order, slugs));
}

function listMarkdownFiles(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();
}

function readSource(file: string, slug: string): Source {
  const [heading = '', ...lines] = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
  return { file, slug, title: heading.replace(/^# /, '').trim(), markdown: lines.join('\n') };
}

function createPage(
  { file, slug, title, markdown }: Source,
  order: number,
  slugs: ReadonlyMap<string, string>,
): Page {
  const paragraphs = markdown.split('\n\n').map((paragraph) => paragraph.trim());
  const first = paragraphs.find((paragraph) => /^\w/.test(paragraph)) ?? title;
  const linked = markdown.replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
    if (/^[a-z]+:|^#/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const inRepository = posix.join('apps/docs', posix.dirname(file), path);
    const page = slugs.get(posix.relative('apps/docs', inRepository));
    if (page === undefined) return `](${REPOSITORY}${inRepository})`;
    const address = page.endsWith('index') ? page.replace(/index$/, '') : `${page}/`;
    return `](/docs/${address}${anchor ? `#${anchor}` : ''})`;
  });
  return { slug, title, description: firstSentence(first), order, markdown: linked };
}
