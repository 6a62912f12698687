/** Every page as Markdown, at its address with `.md` in place of the last slash. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { sitePages, writeMarkdown } from '../site-pages.ts';

export const getStaticPaths = (async () => {
  const pages = await sitePages();
  return pages.map((page) => ({ params: { slug: page.id || 'index' }, props: { page } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(writeMarkdown(props.page), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
