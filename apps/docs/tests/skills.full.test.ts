// Follows the skills literally: an agent runs these commands.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually, freePort, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { compile, createFolder, PACKAGE, REPOSITORY, readBlocks, shell } from './toolkit-guide.ts';

const SKILLS = join(REPOSITORY, 'packages/keyframe/skills');
/** A project that has what the skills install. */
const PROJECT = join(REPOSITORY, 'packages/acceptance');
const CREATE = join(REPOSITORY, 'packages/create-keyframe/src/cli.ts');
const KEYFRAME = join(REPOSITORY, 'packages/keyframe/src/cli.ts');

function readSkill(name: string): string {
  return readFileSync(join(SKILLS, name, 'SKILL.md'), 'utf8');
}

/** Reads the commands of a skill by the word behind their fence. */
function readCommands(name: string): Record<string, string> {
  const blocks = readSkill(name).matchAll(/^ *```sh (\w+)\n(.*?)^ *```$/gms);
  return Object.fromEntries(
    Array.from(blocks, ([, word = '', text = '']) => [word, text.replaceAll(/^ +/gm, '')]),
  );
}

/** Creates the project of the first skill. */
async function createProject(folder: string): Promise<string> {
  const { create = '' } = readCommands('start-a-project');
  await shell(create.replace('npx @keyframe/create', `node ${CREATE}`), folder);
  return join(folder, 'my-api');
}

test.each(readdirSync(SKILLS))('the head of %s is what agents choose a skill by', (name) => {
  const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(readSkill(name)) ?? [];
  expect(head).toMatch(new RegExp(`^name: ${name}\\ndescription: .{50,1024}$`));
  expect(head).toContain('Use ');
});

test('start-a-project creates a project whose document is linted, and whose code is generated', async () => {
  const folder = createFolder(PROJECT);
  const { change = '', install = '' } = readCommands('start-a-project');
  // The tests of create-keyframe run these two.
  expect(install).toContain('npm install\nnpm test');
  const project = await createProject(folder);
  expect((await shell(change, project)).stdout).toContain('0 errors');
  for (const path of ['openapi.yaml', 'src/generated/server/routes.ts']) {
    expect(existsSync(join(project, path)), path).toBe(true);
  }
});

test('move-from-openapi-typescript finds, replaces and compiles', async () => {
  const folder = createFolder(PACKAGE);
  const blocks = readBlocks('moving-from-openapi-typescript');
  const [document, notes] = ['api.yaml', 'notes.ts'].map((name) => blocks.find(({ info }) => info === name));
  writeFileSync(join(folder, 'api.yaml'), document?.text ?? '');
  mkdirSync(join(folder, 'src'));
  const before = notes?.text.replace('@keyframe/openapi-fetch', 'openapi-fetch') ?? '';
  writeFileSync(join(folder, 'src/notes.ts'), before);
  const page = join(folder, 'src/pages/page.tsx');
  mkdirSync(dirname(page));
  writeFileSync(page, before.replaceAll("'", '"'));
  const { find = '', types = '', calls = '' } = readCommands('move-from-openapi-typescript');
  expect((await shell(find.replace('package.json ', ''), folder)).stdout).toContain('openapi-fetch');
  await shell(types, folder);
  await shell(calls, folder);
  expect(readFileSync(join(folder, 'src/notes.ts'), 'utf8')).toBe(notes?.text);
  expect(readFileSync(page, 'utf8')).toBe(notes?.text.replaceAll("'", '"'));
  expect(readdirSync(join(folder, 'src'), { recursive: true })).not.toContain('notes.ts.bak');
  expect(await compile(folder)).toBe('');
});

test('test-a-server finds nothing in a server that conforms, and a breaking change in its document', async () => {
  const folder = createFolder(PROJECT);
  copyFileSync(join(await createProject(folder), 'openapi.yaml'), join(folder, 'api.yaml'));
  const port = await freePort();
  await using server = startChild({
    args: [KEYFRAME, 'mock', 'api.yaml', '--port', String(port)],
    cwd: folder,
  });
  await eventually('the server', () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined));
  expect(server.exit).toBeUndefined();
  const { lint = '', test: run = '', diff = '' } = readCommands('test-a-server');
  await shell(lint, folder);
  await shell(run.replace(':3000', `:${port} --timeout 5s`), folder);
  const document = readFileSync(join(folder, 'api.yaml'), 'utf8');
  writeFileSync(join(folder, 'released.yaml'), document.replaceAll('maxLength: 1000', 'maxLength: 2000'));
  await expect(shell(diff, folder)).rejects.toMatchObject({ code: 1 });
});
