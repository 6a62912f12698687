import { defineConfig } from 'astro/config';
import { siteConfig } from './src/site-config.mjs';
import { WRITTEN_ADDRESS } from './src/written-address.ts';

const guides = (...names) => names.map((name) => ({ slug: `guides/${name}` }));
const group = (label, ...names) => ({ label, items: guides(...names) });

export default defineConfig(
  siteConfig({
    title: 'Keyframe',
    description: 'Video generation over HTTP, and the toolkit that its contract is made with.',
    url: WRITTEN_ADDRESS,
    base: '/docs',
    image: 'preview.png',
    links: [
      { label: 'Docs', href: '/docs/' },
      { label: 'Toolkit', href: '/docs/guides/installing/' },
      { label: 'Reference', href: '/docs/api/' },
      { label: 'Console', href: '/console/' },
      { label: 'Repository', href: 'https://github.com/keyframe/keyframe' },
    ],
    otherAddresses: ['/docs/reference/**', '/docs/llms*.txt', '/docs/openapi*', '/docs/deploy/**'],
    // Two books: a page shows the menu of its own.
    sidebar: [
      {
        label: 'The service',
        items: [
          group(
            'Start',
            'quickstart',
            'console',
            'modes',
            'polling-or-callbacks',
            'receiving-callbacks',
            'going-live',
          ),
          group(
            'Build',
            'errors-and-retries',
            'idempotency',
            'credits',
            'limits',
            'pagination',
            'uploads',
            'cancelling',
            'front-end-first',
            'browsers',
            'results',
            'testing',
          ),
          {
            label: 'API',
            items: [
              { slug: 'api' },
              { label: 'Operations', items: [{ autogenerate: { directory: 'api/operations' } }] },
              { label: 'Webhooks', items: [{ autogenerate: { directory: 'api/webhooks' } }] },
              { label: 'Concepts', items: [{ autogenerate: { directory: 'api/concepts' } }] },
              { slug: 'api/schemas' },
              { slug: 'api/changelog' },
              { label: 'The whole contract', link: '/reference/' },
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
        ],
      },
      {
        label: 'The toolkit',
        items: [
          { slug: 'playground' },
          group('Begin', 'installing', 'configuration', 'command-line'),
          group('Generate', 'contract-first', 'typed-clients', 'vite', 'next', 'sveltekit', 'agents'),
          group('Mock', 'mock-your-document'),
          {
            label: 'Test',
            items: [
              ...guides('gate', 'gate-reports', 'versioning', 'consumers'),
              { slug: 'checks', label: 'Checks of the gate' },
            ],
          },
          group('Meaning of a document', 'conventions', 'asynchronous-work'),
          group(
            'Move',
            'moving-from-openapi-typescript',
            'moving-from-hey-api',
            'moving-from-prism',
            'moving-from-dredd',
            'moving-from-zod-openapi',
          ),
          // Indexes lead to the hundreds of decisions and checks: in the menu they would triple the size of each page.
          { slug: 'decisions' },
        ],
      },
    ],
  }),
);
