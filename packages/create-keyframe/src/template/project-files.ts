import { DOCUMENT } from './document.ts';
import { createManifest, type ManifestOptions } from './manifest.ts';
import { APP, SERVER, START_SERVER, TEST } from './source-files.ts';

/** Lists the files of a project by their paths. */
export function listProjectFiles(options: ManifestOptions): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(createManifest(options), undefined, 2)}\n`,
    'openapi.yaml': DOCUMENT,
    'released.yaml': DOCUMENT,
    'keyframe.config.ts': CONFIG,
    'src/app.ts': APP,
    'src/server.ts': SERVER,
    'tests/notes.test.ts': TEST,
    'tests/start-server.ts': START_SERVER,
    'tsconfig.json': TSCONFIG,
    'redocly.yaml': REDOCLY,
    '.github/workflows/ci.yml': WORKFLOW,
    '.gitignore': 'node_modules/\nsite/\nreports/\nsrc/generated/\n',
    'README.md': createReadme(options.name),
  };
}

const CONFIG = `// The document, what is made of it, and how \`keyframe ci\` checks it and the running server.
import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: {
    notes: {
      document: 'openapi.yaml',
      outputs: {
        server: { out: 'src/generated/server' },
        client: { out: 'src/generated/client' },
        docs: { out: 'site/index.html' },
      },
      lint: { redocly: 'redocly.yaml' },
      diff: { against: 'released.yaml' },
      // Imported when it starts: before, the code that it needs is not generated.
      server: async () => (await import('./tests/start-server.ts')).startServer(),
      test: { timeout: '10s' },
      report: { json: 'reports/gate.json' },
      mock: { port: 4010 },
      start: 'node src/server.ts',
    },
  },
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
