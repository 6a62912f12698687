/** Pages whose source is a Markdown file of the repository: configuration, decisions, the checks of the gate. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DecisionRecord,
  printDecisionIndex,
  printStatus,
  readDecisionRecords,
} from './decision-records.ts';
import { firstSentence, type Page } from './reference/page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = '../../packages/contract-gate/docs';
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
  const records = readDecisionRecords(`${ROOT}decisions`);
  const decisions = readSource('decisions/README.md', 'decisions/index');
  const sources = [
    readSource('configuration.md', 'operate/configuration'),
    { ...decisions, markdown: decisions.markdown.replace(/^## /m, `${printDecisionIndex(records)}\n\n## `) },
    ...decisionSources(records),
    readSource(`${CHECKS}/README.md`, 'checks/index'),
    ...listMarkdownFiles(CHECKS).map((name) =>
      readSource(`${CHECKS}/${name}`, `checks/${name.replace('.md', '')}`),
    ),
  ];
  const slugs = new Map(sources.map(({ file, slug }) => [file, slug]));
  return sources.map((source, order) => createPage(source, order, slugs));
}

function decisionSources(records: readonly DecisionRecord[]): Source[] {
  const files = new Map(records.map(({ number, file }) => [number, file]));
  return records.map((record) => ({
    file: `decisions/${record.file}`,
    slug: `decisions/${record.file.replace('.md', '')}`,
    title: `${record.number}: ${record.title}`,
    markdown: `${record.status === 'accepted' ? '' : `Status: ${printStatus(record, files)}\n\n`}${record.markdown}`,
  }));
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
  const first =
    paragraphs.find((paragraph) => /^\w/.test(paragraph) && !paragraph.startsWith('Status: ')) ?? title;
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
