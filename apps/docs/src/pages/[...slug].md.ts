/** Every page as Markdown, at its address with `.md` in place of the last slash. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { sitePages } from '../site-pages.ts';

export const getStaticPaths = (async () => {
  const pages = await sitePages();
  return pages.map((page) => ({ params: { slug: page.id || 'index' }, props: { page } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(`# ${props.page.data.title}\n\n${props.page.data.markdown ?? props.page.body ?? ''}\n`, {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
