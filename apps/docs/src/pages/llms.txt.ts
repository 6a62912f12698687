/** The site for language models (llmstxt.org): guides and reference with their descriptions, as Markdown. */
import type { APIRoute } from 'astro';
import { classifyPage, SECONDARY_KINDS } from '../search/search-pages.ts';
import { type SitePage, sitePages } from '../site-pages.ts';
import { skills } from '../skills.ts';

const HEADINGS = ['Guide', 'API reference', 'Schema', 'Operations'];

export const GET: APIRoute = async ({ site }) => {
  const pages = await sitePages();
  const getAddress = (name: string) =>
    new URL(`${import.meta.env.BASE_URL}/${name}`.replaceAll('//', '/'), site).href;
  const printPage = ({ id, data }: SitePage) =>
    `- [${data.title}](${getAddress(`${id || 'index'}.md`)}): ${data.description ?? ''}`;
  const first = pages.find(isHome)?.data;
  const groups = Map.groupBy(
    pages.filter((page) => !isHome(page)),
    ({ id }) => classifyPage(id),
  );
  const printGroup = (kind: string) => (groups.get(kind) ?? []).map(printPage).join('\n');
  const sections = HEADINGS.filter((kind) => groups.has(kind)).map(
    (kind) => `## ${plural(kind)}\n\n${printGroup(kind)}`,
  );
  const secondary = [...SECONDARY_KINDS].flatMap((kind) => groups.get(kind) ?? []);
  const indexes = secondary.filter(({ id }) => /^\w+(?:\/index)?$/.test(id));
  const tasks = skills.map(
    ({ name, description }) => `- [${name}](${getAddress(`skills/${name}/SKILL.md`)}): ${description}`,
  );
  const optional = [
    `- [All guides and the whole reference in one file](${getAddress('llms-full.txt')})`,
    ...indexes.map(printPage),
  ];
  return new Response(
    [
      `# ${first?.title}`,
      `> ${first?.description}`,
      ...sections,
      `## Skills\n\n${tasks.join('\n')}`,
      `## Optional\n\n${optional.join('\n')}`,
      '',
    ].join('\n\n'),
  );
};

function isHome({ id }: SitePage): boolean {
  return id === 'index' || id === '';
}

function plural(kind: string): string {
  return ['Guide', 'Schema'].includes(kind) ? `${kind}s` : kind;
}
