/** The pages for the search: `docs` for guides and reference, `internals` for decisions and checks. */

import type { SearchPage } from '@keyframe/openapi-docs/search';
import type { APIRoute, GetStaticPaths } from 'astro';
import { classifyPage, readSections, SECONDARY_KINDS } from '../../search/search-pages.ts';
import { sitePages } from '../../site-pages.ts';

export const getStaticPaths = (() => [
  { params: { part: 'docs' }, props: { isSecondary: false } },
  { params: { part: 'internals' }, props: { isSecondary: true } },
]) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ props }) => {
  const pages = await sitePages();
  const listed = pages.map(({ id, data, rendered }): SearchPage => {
    const path = id === 'index' ? '' : id.replace(/\/index$/, '');
    return {
      path: path === '' ? '' : `${path}/`,
      kind: classifyPage(path),
      title: data.title,
      description: data.description ?? '',
      keywords: data.keywords ?? [],
      sections: readSections(rendered?.html ?? ''),
    };
  });
  return Response.json(listed.filter(({ kind }) => SECONDARY_KINDS.has(kind) === props.isSecondary));
};
