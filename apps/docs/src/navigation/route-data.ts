/** Starlight middleware: the menu is that of the page's book, and tabs are not in the table of contents. */
import type {} from '@astrojs/starlight';
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { withoutLanguageTabs } from '../languages/language-tabs.ts';
import { hasLink, selectBook } from './select-book.ts';

export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const { starlightRoute: route } = locals;
  const { toc, pagination } = route;
  if (toc !== undefined) toc.items = withoutLanguageTabs(toc.items);
  route.sidebar = selectBook(route.sidebar, url.pathname);
  for (const side of ['prev', 'next'] as const) {
    const { href = '' } = pagination[side] ?? {};
    if (!hasLink(route.sidebar, href)) pagination[side] = undefined;
  }
});
