import { defineConfig } from 'astro/config';
import { siteConfig } from './src/site-config.mjs';
import { WRITTEN_ADDRESS } from './src/written-address.ts';

const guides = (...names) => names.map((name) => ({ slug: `guides/${name}` }));

export default defineConfig(
  siteConfig({
    title: 'Keyframe',
    description: 'Video generation over HTTP, and the toolkit that its contract is made with.',
    url: WRITTEN_ADDRESS,
    base: '/docs',
    image: 'preview.png',
    links: [
      { label: 'Docs', href: '/docs/' },
      { label: 'Reference', href: '/docs/api/' },
      { label: 'Console', href: '/console/' },
      { label: 'Repository', href: 'https://github.com/keyframe/keyframe' },
    ],
    otherAddresses: ['/docs/reference/**', '/docs/llms*.txt', '/docs/openapi*', '/docs/deploy/**'],
    sidebar: [
      {
        label: 'Start',
        items: guides(
          'quickstart',
          'console',
          'modes',
          'polling-or-callbacks',
          'receiving-callbacks',
          'going-live',
        ),
      },
      {
        label: 'Build',
        items: guides(
          'errors-and-retries',
          'idempotency',
          'credits',
          'limits',
          'pagination',
          'uploads',
          'cancelling',
          'polling-to-callbacks',
          'front-end-first',
          'browsers',
          'results',
          'testing',
        ),
      },
      {
        label: 'API',
        items: [
          { slug: 'api' },
          { label: 'Operations', items: [{ autogenerate: { directory: 'api/operations' } }] },
          { label: 'Webhooks', items: [{ autogenerate: { directory: 'api/webhooks' } }] },
          { label: 'Concepts', items: [{ autogenerate: { directory: 'api/concepts' } }] },
          { slug: 'api/changelog' },
          { label: 'The whole contract', link: '/reference/' },
        ],
      },
      {
        label: 'Toolkit',
        items: [
          ...guides(
            'installing',
            'contract-first',
            'command-line',
            'configuration',
            'mock-your-document',
            'typed-clients',
            'vite',
            'next',
            'sveltekit',
            'agents',
            'moving-from-openapi-typescript',
            'moving-from-hey-api',
            'moving-from-prism',
            'moving-from-dredd',
            'moving-from-zod-openapi',
            'gate',
            'gate-configuration',
            'conventions',
            'asynchronous-work',
            'gate-reports',
            'versioning',
          ),
          { slug: 'checks', label: 'Checks of the gate' },
        ],
      },
      {
        label: 'Operate',
        items: [
          ...guides(
            'self-hosting',
            'several-machines',
            'kubernetes',
            'managed-postgresql',
            'failover',
            'operating',
            'growth',
          ),
          { autogenerate: { directory: 'operate' } },
        ],
      },
      // Indexes lead to the hundreds of decisions and checks: in the menu they would triple the size of each page.
      { slug: 'decisions' },
    ],
  }),
);
