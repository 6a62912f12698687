import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import configuration from '../dependency-cruiser.config.ts';
import { PACKAGES } from './import-rules.ts';

// Modules that the cases import, in a repository of their own below the temporary folder.
const TARGETS = [
  'packages/openapi-model/src/index.ts',
  'packages/openapi-runtime/src/http/route.ts',
  'packages/contract/src/index.ts',
  'packages/client/src/index.ts',
  'packages/test-kit/src/index.ts',
  'packages/workspace/src/index.ts',
  'packages/workspace/src/vitest.ts',
  'apps/server/src/index.ts',
  'apps/server/src/config.ts',
  'apps/server/src/admin/run.ts',
  'apps/server/src/credits/ledger.ts',
  'apps/server/src/db/pool.ts',
  'apps/server/src/api/app.ts',
  'apps/server/src/api/operations/c.ts',
  'apps/server/src/keys/key.ts',
  'apps/server/src/tasks/task.ts',
];

/** The module, its source, and the rules that it breaks. */
const cases: [string, string, string[]][] = [
  ['packages/openapi-hono/src/a.ts', "import '@keyframe/openapi-model';", []],
  ['packages/client/src/a.ts', "import type { paths } from '@keyframe/contract';", []],
  ['packages/client/vitest.config.ts', "import '@keyframe/workspace/vitest';", []],
  ['packages/client/tests/a.test.ts', "import '../src/index.ts';", []],
  ['packages/client/tests/support/a.ts', "import '@keyframe/test-kit';", []],
  ['packages/client/src/e.test.ts', "import '@keyframe/test-kit';", []],
  ['packages/client/src/e.ts', "import '@keyframe/test-kit';", ['test-kit-in-tests']],
  ['apps/server/src/callbacks/a.ts', "import '@keyframe/client';", []],
  [
    'apps/server/src/callbacks/b.ts',
    "import type { Task } from '../tasks/task.ts';",
    ['server-src-callbacks'],
  ],
  ['apps/server/src/credits/a.ts', "import '../db/pool.ts';", []],
  ['apps/server/src/credits/b.ts', "import type { Config } from '../config.ts';", []],
  ['apps/server/src/credits/a.test.ts', "import '../tasks/task.ts';", []],
  ['apps/server/src/start.ts', "import './api/app.ts';", []],
  ['apps/server/src/api/a.ts', "import './app.ts';", []],
  ['apps/server/src/api/app.ts', "import './operations/c.ts';", []],
  ['apps/server/src/api/b.ts', "import './operations/c.ts';", ['server-src-api-modules']],
  ['apps/server/src/api/operations/d.ts', "import '../app.ts';", ['server-src-api-entry']],
  ['apps/server/src/api/operations/e.ts', "import '../a.ts';", []],
  ['apps/server/tests/a.test.ts', "import '../src/api/app.ts';", []],
  ['packages/client/src/b.ts', "import '@keyframe/server';", ['client-imports']],
  ['packages/client/src/c.ts', "import '@keyframe/contract';", ['client-types']],
  ['packages/client/src/d.ts', "import '@keyframe/workspace';", ['client-imports']],
  ['packages/contract/src/a.ts', "import type { A } from '@keyframe/client';", ['contract-imports']],
  ['packages/contract/src/b.ts', "import '../../openapi-runtime/src/http/route.ts';", ['contract-by-name']],
  ['apps/server/src/tasks/a.ts', "import '../api/app.ts';", ['server-src-tasks', 'server-api-outermost']],
  ['apps/server/src/tasks/b.ts', "import '../admin/run.ts';", ['server-src-tasks', 'server-admin-outermost']],
  ['apps/server/src/credits/c.ts', "import '../tasks/task.ts';", ['server-src-credits']],
  ['apps/server/src/db/a.ts', "import type { Key } from '../keys/key.ts';", ['server-src-db']],
  ['apps/server/src/db/b.ts', "const key = await import('../keys/key.ts');", ['server-src-db']],
  ['packages/bench/src/a.ts', "import './gone.ts';", ['no-unresolvable']],
  ['packages/bench/src/circle/a.ts', "import type { B } from './b.ts';", ['no-circular']],
  // A cycle is reported once, at the first of its modules.
  ['packages/bench/src/circle/b.ts', "import type { A } from './a.ts';", []],
];

let root: string;
let result: ICruiseResult;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')));
  for (const path of TARGETS) await write(path, 'export {};');
  for (const [path, source] of cases) await write(path, source);
  await mkdir(join(root, 'node_modules/@keyframe'), { recursive: true });
  for (const [name, { directory }] of Object.entries(PACKAGES)) {
    const manifest = {
      name: `@keyframe/${name}`,
      exports: { '.': './src/index.ts', './vitest': './src/vitest.ts' },
    };
    await write(join(directory, 'package.json'), JSON.stringify(manifest));
    await symlink(join(root, directory), join(root, 'node_modules/@keyframe', name));
  }
  const { options, ...ruleSet } = configuration;
  const { output } = await cruise(['packages', 'apps'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet,
  });
  if (typeof output === 'string') throw new Error('expected a result, not a report');
  result = output;
});

afterAll(() => rm(root, { recursive: true, force: true }));

test.each(cases)('%s with %s breaks %j', (path, _source, rules) => {
  const broken = result.summary.violations.filter(({ from }) => from === path).map(({ rule }) => rule.name);
  expect(broken.sort()).toEqual(rules.sort());
});
