/** Pages whose source is a Markdown file of the repository: configuration, decisions, the checks of the gate. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstSentence, type Page } from './reference/page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What links to other files of the repository lead to. */
const CHECKS = '../../packages/contract-gate/docs';
const REPOSITORY = 'https://github.com/keyframe/keyframe/blob/main/';

/** Makes the pages, whose links to one another lead to the site. */
export function repositoryPages(): Page[] {
  const decisions = pagesIn('decisions');
  const slugs = new Map([
    ['configuration.md', 'operate/configuration'],
    ['decisions/README.md', 'decisions/index'],
    ...decisions.map((name) => [`decisions/${name}`, `decisions/${name.replace('.md', '')}`] as const),
    [`${CHECKS}/README.md`, 'checks/index'],
    ...pagesIn(CHECKS).map((name) => [`${CHECKS}/${name}`, `checks/${name.replace('.md', '')}`] as const),
  ]);
  return [...slugs].map(([file, slug], order) => pageOf({ file, slug, order, slugs }));
}

function pagesIn(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();
}

interface Source {
  readonly file: string;
  readonly slug: string;
  readonly order: number;
  readonly slugs: ReadonlyMap<string, string>;
}

function pageOf({ file, slug, order, slugs }: Source): Page {
  const [heading = '', ...lines] = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
  const title = heading.replace(/^# /, '').trim();
  const body = lines.join('\n');
  const firstParagraph = body.split('\n\n').find((paragraph) => /^\w/.test(paragraph.trim())) ?? title;
  const markdown = body.replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
    if (/^[a-z]+:|^#/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const inRepository = posix.join('apps/docs', posix.dirname(file), path);
    const linked = slugs.get(posix.relative('apps/docs', inRepository));
    if (linked === undefined) return `](${REPOSITORY}${inRepository})`;
    return `](/docs/${linked.replace(/index$/, '')}${linked.endsWith('index') ? '' : '/'}${anchor ? `#${anchor}` : ''})`;
  });
  return { slug, title, description: firstSentence(firstParagraph), order, markdown };
}
