import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';
import { WRITTEN_ADDRESS } from './src/written-address.ts';

const guides = (...names) => names.map((name) => ({ slug: `guides/${name}` }));

export default defineConfig({
  site: WRITTEN_ADDRESS,
  base: '/docs',
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Keyframe',
      description: 'Video generation over HTTP, and the toolkit that its contract is made with.',
      favicon: '/favicon.svg',
      // Lines that scroll would need a focus of their own, and do not fit on phones.
      expressiveCode: { defaultProps: { wrap: true } },
      customCss: ['./src/styles/site.css'],
      plugins: [
        starlightLinksValidator({ exclude: ['/docs/redoc/**', '/docs/llms.txt', '/docs/openapi.*'] }),
      ],
      sidebar: [
        {
          label: 'Start',
          items: guides('quickstart', 'modes', 'polling-or-callbacks', 'receiving-callbacks'),
        },
        {
          label: 'Build',
          items: guides('errors-and-retries', 'idempotency', 'browsers', 'results', 'testing'),
        },
        {
          label: 'API',
          items: [
            { slug: 'api' },
            { label: 'Operations', items: [{ autogenerate: { directory: 'api/operations' } }] },
            { label: 'Webhooks', items: [{ autogenerate: { directory: 'api/webhooks' } }] },
            { label: 'Concepts', items: [{ autogenerate: { directory: 'api/concepts' } }] },
            { label: 'The whole contract', link: '/redoc/' },
          ],
        },
        { label: 'Toolkit', items: guides('contract-first', 'typed-clients', 'gate', 'versioning') },
        {
          label: 'Operate',
          items: [...guides('self-hosting', 'operating'), { autogenerate: { directory: 'operate' } }],
        },
        { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
      ],
    }),
  ],
});
