/** The site for language models (llmstxt.org): every page with its description, as Markdown. */
import type { APIRoute } from 'astro';
import { sitePages } from '../site-pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await sitePages();
  const first = pages.find(({ id }) => id === 'index' || id === '')?.data;
  const lines = pages
    .filter(({ id }) => !id.startsWith('decisions'))
    .map(({ id, data }) => {
      const address = new URL(`${import.meta.env.BASE_URL}/${id || 'index'}.md`.replaceAll('//', '/'), site);
      return `- [${data.title}](${address}): ${data.description ?? ''}`;
    });
  return new Response(`# ${first?.title}\n\n> ${first?.description}\n\n## Pages\n\n${lines.join('\n')}\n`);
};
