// Follows the guides to move from other tools on both sides: runs their files before and after the change.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { eventually, freePort, listen, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import {
  compile,
  createFolder,
  PACKAGE,
  REPOSITORY,
  readBlocks,
  shell,
  startCommand,
  writeBlocks,
} from './toolkit-guide.ts';

const SIDES = ['before', 'after'] as const;

/** Runs a script of a folder, of which a diff consists. */
const runScript = (folder: string, name: string, env: Readonly<Record<string, string>> = {}) =>
  shell(readFileSync(join(folder, name), 'utf8'), folder, env);

test.each(SIDES)('the files of the guide moving-from-hey-api print the same %s the move', async (side) => {
  const server = createServer((request, response) => {
    const known = { '/notes': [201, 'new'], '/notes/1': [200, 'first'] }[request.url ?? ''];
    const [status, text] = known ?? [404];
    const body = text ? { id: 1, text } : { message: 'No such note.' };
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using listening = await listen(server);
  const folder = createFolder(join(REPOSITORY, 'packages/openapi-client'));
  writeBlocks('moving-from-hey-api', folder, side);
  // The modules of the project around it have no side effects; `api.ts` has.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await runScript(folder, 'generate.sh');
  const bundle = (name: string) =>
    `esbuild ${name}.ts --bundle --platform=node --format=esm --outfile=${name}.mjs --log-level=error`;
  const print = async (name: string) =>
    (await shell(`${bundle(name)}\nnode ${name}.mjs`, folder, { NOTES_URL: listening.url })).stdout;
  expect(await print('notes')).toBe('No such note.\nnew\n');
  expect(await print('queries')).toBe('first\nnew\n');
  if (side === 'after') expect(await compile(folder)).toBe('');
});

test.each(SIDES)(
  'the check of the guide moving-from-prism gets the same statuses %s the move',
  async (side) => {
    const folder = createFolder(PACKAGE);
    writeBlocks('moving-from-prism', folder, side);
    const port = await freePort();
    const command = readFileSync(join(folder, 'mock.sh'), 'utf8').replace('4010', String(port));
    await using _mock = startCommand(command, folder);
    const url = `http://127.0.0.1:${port}`;
    await eventually('the mock', () => fetch(url).catch(() => undefined));
    const [expected] = readBlocks('moving-from-prism').filter(({ language }) => language === 'text');
    const { stdout } = await shell('node check.mjs', folder, { MOCK_URL: url });
    const text = side === 'before' ? 'string' : 'remember this';
    expect(stdout).toBe(`${expected?.text}${text}\n`);
  },
);

test.each(SIDES)('the server of the guide moving-from-dredd is tested %s the move', async (side) => {
  const folder = createFolder(PACKAGE);
  writeBlocks('moving-from-dredd', folder, side);
  const port = await freePort();
  await using _server = startChild({ args: [join(folder, 'server.mjs')], env: { PORT: String(port) } });
  await eventually('the server', () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined));
  const command = readFileSync(join(folder, 'contract.sh'), 'utf8').replace('3000', String(port));
  const { stdout } = await shell(`${command.trim()} || true`, folder);
  if (side === 'before') return expect(stdout).toContain('4 passing, 0 failing, 0 errors');
  const [expected] = readBlocks('moving-from-dredd').filter(({ language }) => language === 'text');
  const found = stdout.split('\n').filter((line) => line.startsWith('error: '));
  expect(`${found.join('\n')}\n`).toBe(expected?.text);
  // Some values differ in each run, so the number of requests varies, too.
  expect(stdout).toMatch(/2 errors, 0 warnings, 2[45]\d requests/);
});

test('the app of the guide moving-from-zod-openapi gets the same statuses before and after the move', async () => {
  const folder = createFolder(join(REPOSITORY, 'apps/examples/hono-from-openapi'));
  const [expected] = readBlocks('moving-from-zod-openapi').filter(({ language }) => language === 'text');
  const print = async () => (await shell('node check.ts', folder)).stdout;
  writeBlocks('moving-from-zod-openapi', folder, 'before');
  expect(await print()).toBe(expected?.text);
  await shell('node save.ts', folder);
  await runScript(folder, 'generate.sh');
  writeBlocks('moving-from-zod-openapi', folder, 'after');
  expect(await print()).toBe(expected?.text);
  expect(await compile(folder)).toBe('');
});
