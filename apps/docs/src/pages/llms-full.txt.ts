/** Guides and reference in one file, for language models; decisions and checks are left to their own pages. */
import type { APIRoute } from 'astro';
import { classifyPage, SECONDARY_KINDS } from '../search/search-pages.ts';
import { sitePages, writeMarkdown } from '../site-pages.ts';

export const GET: APIRoute = async () => {
  const pages = (await sitePages()).filter(({ id }) => !SECONDARY_KINDS.has(classifyPage(id)));
  return new Response(pages.map(writeMarkdown).join('\n---\n\n'));
};
