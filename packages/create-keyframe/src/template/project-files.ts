import { DOCUMENT } from './document.ts';
import { createManifest, type ManifestOptions } from './manifest.ts';
import { APP, SERVER, TEST } from './source-files.ts';

/** Lists the files of a project by their paths. */
export function listProjectFiles(options: ManifestOptions): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(createManifest(options), undefined, 2)}\n`,
    'openapi.yaml': DOCUMENT,
    'released.yaml': DOCUMENT,
    'keyframe.config.ts': CONFIG,
    'contract-gate.config.ts': GATE_CONFIG,
    'src/app.ts': APP,
    'src/server.ts': SERVER,
    'tests/notes.test.ts': TEST,
    'tsconfig.json': TSCONFIG,
    'redocly.yaml': REDOCLY,
    '.github/workflows/ci.yml': WORKFLOW,
    '.gitignore': 'node_modules/\nsite/\nreports/\nsrc/generated/\n',
    'README.md': createReadme(options.name),
  };
}

const CONFIG = `import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: {
    notes: {
      document: 'openapi.yaml',
      server: { out: 'src/generated/server' },
      client: { out: 'src/generated/client' },
      docs: { out: 'site/index.html' },
      mock: { port: 4010 },
      lint: { redocly: 'redocly.yaml' },
      diff: { against: 'released.yaml' },
      start: 'node src/server.ts',
    },
  },
});
`;

const GATE_CONFIG = `// The configuration of \`keyframe ci\`: lints the document, finds breaking changes, and tests the running server.
import { defineConfig } from '@keyframe/contract-gate';
import { serve } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { API_KEY, app } from './src/app.ts';

export const config = defineConfig({
  document: 'openapi.yaml',
  lint: { redocly: 'redocly.yaml' },
  diff: { against: 'released.yaml' },
  async server() {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      url: \`http://127.0.0.1:\${port}\`,
      headers: { authorization: \`Bearer \${API_KEY}\` },
      close: async () => void server.close(),
    };
  },
  test: { maxTimeMs: 10_000 },
  report: { json: 'reports/gate.json' },
});
`;

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024", "dom", "dom.iterable"],
    "module": "nodenext",
    "types": ["node"],
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true,
    "strict": true
  },
  "include": ["*.ts", "src", "tests"]
}
`;

const REDOCLY = `extends:
  - recommended
rules:
  info-license: off
  no-server-example.com: off
`;

const WORKFLOW = `name: CI
on:
  push:
    branches: [main]
  pull_request:
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm test
      - run: npm run docs
`;

function createReadme(name: string): string {
  return `# ${name}

\`openapi.yaml\` is the contract. Everything else follows from it: the types and validators of the server, the client, the mock
and the docs.

| command | does |
|---|---|
| \`npm run dev\` | watches the contract: generates, restarts the server and the mock, reports problems and breaking changes |
| \`npm run generate\` | generates \`src/generated\` |
| \`npm start\` | serves the API on port 3000; set \`API_KEY\` to the key that callers send |
| \`npm test\` | generates, compiles, runs the tests, and tests the server against the contract |
| \`npm run mock\` | serves the mock on port 4010 |
| \`npm run docs\` | writes \`site/index.html\` |
| \`npm run mcp\` | serves the operations as tools of agents |

\`released.yaml\` is the version that must not be broken: copy \`openapi.yaml\` to it with each release.
`;
}
