import type { ReadingOptions } from '@keyframe/cli/init';
import { formatWorkflow, type PackageManager } from '@keyframe/cli/init';
import { DOCUMENT } from './document.ts';
import { createManifest, type ManifestOptions } from './manifest.ts';
import { APP, OWN_APP, OWN_TEST, SERVER, START_SERVER, TEST } from './source-files.ts';

/** A document of the user, and how it is read. */
export interface OwnDocument {
  document: string;
  name: string;
  read: ReadingOptions;
}

/** Settings of the files of a project. */
export interface FilesOptions extends ManifestOptions {
  manager: PackageManager;
  custom?: OwnDocument;
}

/** Lists the files of a project by their paths. */
export function listProjectFiles({ custom, ...options }: FilesOptions): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(createManifest(options), undefined, 2)}\n`,
    ...(custom ? listOwnFiles(custom) : EXAMPLE),
    'src/server.ts': SERVER,
    'tsconfig.json': TSCONFIG,
    '.github/workflows/ci.yml': formatWorkflow(options.manager, ['test', 'docs']),
    '.gitignore': 'node_modules/\nsite/\nreports/\nsrc/generated/\n',
    'AGENTS.md': AGENTS.replaceAll('openapi.yaml', custom?.document ?? 'openapi.yaml'),
    'README.md': createReadme(options.name, custom?.document),
  };
}

function listOwnFiles({ document, name, read }: OwnDocument): Record<string, string> {
  const reading = Object.keys(read).map((key) => `${key}: true`);
  const [head = '', tail = ''] = CONFIG.split(/^ {6}diff: [\s\S]*^ {6}report: .*\n/m);
  const config = `${head}      report: { json: 'reports/gate.json' },\n${tail}`
    .replace('    notes: {', `    ${name}: {`)
    .replace(
      "document: 'openapi.yaml',",
      `document: '${document}',${reading.length > 0 ? `\n      read: { ${reading.join(', ')} },` : ''}`,
    );
  return {
    'keyframe.config.ts': config,
    'src/app.ts': OWN_APP,
    'tests/mock.test.ts': OWN_TEST.replace('openapi.yaml', document),
  };
}

const AGENTS = `# For coding agents

- \`openapi.yaml\` is the contract. Change it first, then run \`npm run generate\`, then implement. Never edit \`src/generated\`.
- \`npx @keyframe/cli lint --json\` lists problems of the contract with file and line; \`npx @keyframe/cli diff --json\` lists
  breaking changes; \`npx @keyframe/cli explain <check>\` explains a finding.
- A handler that returns what the contract does not describe does not compile: \`npx --no tsc\` after each change.
- \`npm test\` must pass before a commit. \`npm run mock\` serves the contract without the server.
`;

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
      lint: {},
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

function createReadme(name: string, customDocument: string | undefined): string {
  const document = customDocument ?? 'openapi.yaml';
  const release =
    customDocument === undefined
      ? '`released.yaml` is the version that must not be broken: copy `openapi.yaml` to it with each release.'
      : `Once it is released, add \`diff: { against: 'released.json' }\` to \`keyframe.config.ts\`: a copy of \`${document}\`, which must not be broken.`;
  return `# ${name}

\`${document}\` is the contract. Everything else follows from it: the types and validators of the server, the client, the mock
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

${release}
`;
}

const EXAMPLE: Readonly<Record<string, string>> = {
  'openapi.yaml': DOCUMENT,
  'released.yaml': DOCUMENT,
  'keyframe.config.ts': CONFIG,
  'src/app.ts': APP,
  'tests/notes.test.ts': TEST,
  'tests/start-server.ts': START_SERVER,
};
