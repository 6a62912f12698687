// Astro configuration that all sites share. JavaScript, since a plugin has sources for types that
// only compile with a bundler's resolution.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import starlight from '@astrojs/starlight';
import { readFileAssets } from '@keyframe/openapi-docs';
import { passthroughImageService } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';
import { LINE_CONTINUATION } from './code/line-continuation.ts';

const pathOf = (name) => fileURLToPath(import.meta.resolve(name));

/** Shows the tab of the language that was chosen last, before a page is painted. */
const LANGUAGE_CHOICE = readFileSync(pathOf('@keyframe/openapi-docs/language-choice.js'), 'utf8');

/**
 * Configures a site whose pages ask no other host for anything. `url` and `base` say where it is put, the base without a
 * slash at its end; `image` is a picture of 1,200 by 630 pixels below it, for previews of links; `otherAddresses` are
 * those that others make than Astro. `links` are shown in the header, each with a label and an address.
 */
export function siteConfig({
  title,
  description,
  url,
  base,
  sidebar,
  image,
  links = [],
  otherAddresses = [],
}) {
  const picture = {
    'og:image': new URL(`${base}/${image}`, url).href,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `${title}: ${description}`,
  };
  const properties = Object.entries(image === undefined ? {} : picture);
  return {
    site: url,
    base: base === '' ? '/' : base,
    trailingSlash: 'always',
    image: { service: passthroughImageService() },
    devToolbar: { enabled: false },
    // The worker of the playground loads the comparison of versions when it is needed.
    vite: {
      worker: { format: 'es' },
      // Read here, since the bundle of pages is no part of the package whose files they are.
      define: { 'import.meta.env.REFERENCE_ASSETS': JSON.stringify(readFileAssets(true)) },
    },
    integrations: [
      starlight({
        title,
        description,
        favicon: '/favicon.svg',
        // Starlight requires an icon; the component shows the labels.
        social: links.map((link) => ({ icon: 'right-arrow', ...link })),
        head: [
          ...properties.map(([property, content]) => ({ tag: 'meta', attrs: { property, content } })),
          { tag: 'script', content: LANGUAGE_CHOICE },
        ],
        // The site has a search of its own, with synonyms and typing errors.
        pagefind: false,
        components: {
          MarkdownContent: pathOf('./languages/markdown-content.astro'),
          Search: pathOf('./search/search.astro'),
          SocialIcons: pathOf('./header/header-links.astro'),
        },
        routeMiddleware: pathOf('./navigation/route-data.ts'),
        // Lines that scroll would need a focus of their own, and do not fit on phones.
        expressiveCode: { defaultProps: { wrap: true }, plugins: [LINE_CONTINUATION] },
        customCss: [
          '@keyframe/design-system/tokens.css',
          './styles/site.css',
          './styles/header.css',
          '@keyframe/openapi-docs/page.css',
          '@keyframe/openapi-docs/samples.css',
          '@keyframe/openapi-docs/send-request.css',
          '@keyframe/openapi-docs/search.css',
          './styles/home.css',
        ].map(pathOf),
        plugins: [starlightLinksValidator({ exclude: [...otherAddresses] })],
        sidebar,
      }),
    ],
  };
}
