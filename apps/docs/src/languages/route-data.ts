/** Starlight middleware that removes tabs from a page's table of contents. */
import type {} from '@astrojs/starlight';
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { withoutLanguageTabs } from './language-tabs.ts';

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { toc } = locals.starlightRoute;
  if (toc !== undefined) toc.items = withoutLanguageTabs(toc.items);
});
