import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enterProject, runKeyframe } from './run-keyframe.ts';

const SKILLS = join(import.meta.dirname, '../skills');
const names = readdirSync(SKILLS).toSorted();

test('lists every skill with its description', async () => {
  const { out, status } = await runKeyframe(['skills', '--json']);
  expect(status).toBe(0);
  const { skills } = JSON.parse(out);
  expect(skills.map(({ name }: { name: string }) => name)).toEqual(names);
  for (const { description } of skills) expect(description).toMatch(/\. Use /);
});

test.each([
  { title: 'without a folder of an agent', present: [], options: [], expected: ['.agents/skills'] },
  {
    title: 'with folders of agents',
    present: ['.claude', '.cursor'],
    options: [],
    expected: ['.claude/skills', '.cursor/skills'],
  },
  {
    title: 'into the folder of --out',
    present: ['.claude'],
    options: ['--out', 'docs/skills'],
    expected: ['docs/skills'],
  },
])('installs the skills $title', async ({ present, options, expected }) => {
  using _project = enterProject('{ apis: {} }');
  for (const folder of present) mkdirSync(folder);
  const { out } = await runKeyframe(['skills', '--install', '--json', ...options]);
  const paths = expected.flatMap((folder) => names.map((name) => `${folder}/${name}/SKILL.md`));
  expect(JSON.parse(out)).toEqual({ written: paths });
  for (const path of paths)
    expect(readFileSync(path, 'utf8')).toBe(
      readFileSync(join(SKILLS, path.split('/').at(-2) ?? '', 'SKILL.md'), 'utf8'),
    );
});
