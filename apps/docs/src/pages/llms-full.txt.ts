/** Guides and reference in one file, for language models; decisions and checks are left to their own pages. */
import type { APIRoute } from 'astro';
import { classifyPage, SECONDARY_KINDS } from '../search/search-pages.ts';
import { sitePages } from '../site-pages.ts';

export const GET: APIRoute = async () => {
  const pages = (await sitePages()).filter(({ id }) => !SECONDARY_KINDS.has(classifyPage(id)));
  const texts = pages.map(({ data, body }) => `# ${data.title}\n\n${(data.markdown ?? body ?? '').trim()}`);
  return new Response(`${texts.join('\n\n---\n\n')}\n`);
};
