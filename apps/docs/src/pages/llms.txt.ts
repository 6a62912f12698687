/** The site for language models (llmstxt.org): every page with its description, as Markdown. */
import type { APIRoute } from 'astro';
import { sitePages } from '../site-pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const lines = (await sitePages())
    .filter(({ id }) => !id.startsWith('decisions'))
    .map(
      ({ id, data }) =>
        `- [${data.title}](${new URL(`/docs/${id || 'index'}.md`, site)}): ${data.description ?? ''}`,
    );
  const head = '# Keyframe\n\n> Video generation over HTTP, and the toolkit that its contract is made with.';
  return new Response(`${head}\n\n## Pages\n\n${lines.join('\n')}\n`);
};
