import { expect, test } from 'vitest';
import { boundaryProblems } from './boundaries.ts';
import { importsOf } from './imports.ts';

function problems(path: string, source: string): string[] {
  return boundaryProblems([{ path, imports: importsOf(path, source) }]);
}

const allowed: [string, string][] = [
  ['packages/openapi-hono/src/a.ts', "import { load } from '@keyframe/openapi-model';"],
  ['packages/client/src/a.ts', "import type { paths } from '@keyframe/contract/types';"],
  ['packages/client/vitest.config.ts', "import { testConfig } from '@keyframe/workspace/vitest';"],
  ['packages/client/tests/a.test.ts', "import { createClient } from '@keyframe/client';"],
  ['packages/client/tests/a.test.ts', "import { createClient } from '../src/index.ts';"],
  ['apps/server/src/callbacks/a.ts', "import { verify } from '@keyframe/client/webhooks';"],
  ['apps/server/src/credits/a.ts', "import { pool } from '../db/pool.ts';"],
  ['apps/server/src/credits/a.ts', "import type { Config } from '../config.ts';"],
  ['apps/server/src/db/tables.ts', "import type { Scope } from '../keys/scope.ts';"],
  ['apps/server/src/credits/a.test.ts', "import { database } from '../../tests/support/database.ts';"],
  ['apps/server/src/start.ts', "import { createApp } from './http/app.ts';"],
  ['apps/server/src/http/a.ts', "import { createApp } from './app.ts';"],
  ['apps/server/tests/a.test.ts', "import { createApp } from '../src/http/app.ts';"],
  ['apps/server/src/start.ts', "import { serve } from '@hono/node-server';"],
];

test.each(allowed)('%s may hold %s', (path, source) => {
  expect(problems(path, source)).toEqual([]);
});

const refused: [string, string, string][] = [
  ['packages/client/src/a.ts', "import { app } from '@keyframe/server';", 'may not import @keyframe/server'],
  [
    'packages/client/src/a.ts',
    "import { zod } from '@keyframe/contract';",
    'only types of @keyframe/contract',
  ],
  ['packages/client/src/a.ts', "import '@keyframe/workspace/vitest';", 'may not import @keyframe/workspace'],
  [
    'packages/contract/src/a.ts',
    "import type { A } from '@keyframe/client';",
    'may not import @keyframe/client',
  ],
  ['packages/client/src/a.ts', "import '../../contract/src/index.ts';", 'is outside of client'],
  ['packages/client/a.ts', "import '../client-next/src/index.ts';", 'is outside of client'],
  [
    'apps/server/src/tasks/a.ts',
    "import { app } from '../http/app.ts';",
    'apps/server/src/http may be imported',
  ],
  ['apps/server/src/credits/a.ts', "import { task } from '../tasks/task.ts';", 'credits may not import'],
  ['apps/server/src/keys/a.ts', "import { run } from '../admin/run.ts';", 'keys may not import'],
  ['apps/server/src/tasks/a.ts', "import { run } from '../admin/run.ts';", 'src/admin may be imported'],
  ['apps/server/src/db/a.ts', "const keys = await import('../keys/keys.ts');", 'db may not import'],
  ['packages/unheard-of/src/a.ts', "import 'node:fs';", 'has no row'],
];

test.each(refused)('%s may not hold %s', (path, source, problem) => {
  expect(problems(path, source)).toEqual([expect.stringContaining(problem)]);
});

test('a finding names the file and the line', () => {
  expect(problems('packages/client/src/a.ts', "\nimport '@keyframe/server';")[0]).toMatch(
    /^packages\/client\/src\/a\.ts:2: /,
  );
});

test('every finding of every module is listed', () => {
  const imports = importsOf('a.ts', "import '@keyframe/mock';\nimport '@keyframe/docs';");
  const modules = ['packages/client/src/a.ts', 'packages/client/src/b.ts'].map((path) => ({ path, imports }));
  expect(boundaryProblems(modules)).toHaveLength(4);
});
