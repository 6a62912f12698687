// Versions of a document in git.
import { writeFile } from 'node:fs/promises';
import { folderWith, run } from '@keyframe/contract-gate/testing';
import { expect, test } from 'vitest';
import { gate } from './run-gate.ts';

async function commitAll(cwd: string): Promise<void> {
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd });
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'first');
}

test('an earlier version is read from git, with the files that it refers to', async () => {
  await using folder = await folderWith({
    'openapi.yaml': `{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: { /a: { $ref: a.yaml } } }`,
    'a.yaml': `{ get: { responses: { '200': { description: Done. } } }, put: { responses: { '200': { description: Done. } } } }`,
  });
  const cwd = folder.path;
  await commitAll(cwd);
  expect(await gate(['diff', 'git:HEAD:openapi.yaml', 'openapi.yaml'], { cwd })).toMatchObject({ code: 0 });
  await using other = await folderWith({});
  await run(
    'sh',
    ['-c', `sed 's/, put.*/ }/' a.yaml > ${other.at('a.yaml')} && cp openapi.yaml ${other.path}`],
    { cwd },
  );
  const { code, stdout } = await gate(['diff', 'git:HEAD:openapi.yaml', other.at('openapi.yaml')], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('PUT /a') });
  const missing = await gate(['diff', 'git:v9:openapi.yaml', 'openapi.yaml'], { cwd });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('git fetch --depth 1 origin +refs/tags/v9:refs/tags/v9'),
  });
});

test('a version in git may have any names of files, and its locations name the ref', async () => {
  const reference = (target: string) =>
    `{ responses: { '200': { description: Done., content: { application/json: { schema: { $ref: "${target}" } } } } } }`;
  await using folder = await folderWith({
    'api/openapi.yaml': `{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: { /a: { get: ${reference('./my pet.yaml')}, put: ${reference('./all/my%20pets.json#/Pets')} } } }`,
    'api/my pet.yaml': '{ type: string }',
    'api/all/my pets.json': '{ "Pets": { "type": "array" } }',
    'wrong.yaml': '{ openapi: 3.1.0, info: {}, paths: [] }',
  });
  const cwd = folder.path;
  await commitAll(cwd);
  await writeFile(folder.at('api/my pet.yaml'), '{ type: [string, integer] }');
  const name = 'git:HEAD:api/openapi.yaml';
  expect(await gate(['diff', name, name], { cwd })).toMatchObject({ code: 0 });
  expect(await gate(['diff', name, 'api/openapi.yaml'], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('GET /a'),
  });
  expect(
    await gate(['diff', 'git:HEAD:../api/openapi.yaml', 'openapi.yaml'], { cwd: folder.at('api') }),
  ).toMatchObject({ code: 1 });
  expect(await gate(['diff', 'git:HEAD:wrong.yaml', 'api/openapi.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('git:HEAD:wrong.yaml:1:'),
  });
});

test('the hint of a shallow clone fetches the ref, and a new document passes', async () => {
  const text = `{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: {} }`;
  await using origin = await folderWith({ 'openapi.yaml': text });
  await commitAll(origin.path);
  await run('sh', ['-c', 'git branch -M main && git branch change'], { cwd: origin.path });
  await using clone = await folderWith({});
  const words = ['-q', '--depth', '1', '--branch', 'change', `file://${origin.path}`, '.'];
  await run('git', ['clone', ...words], { cwd: clone.path });
  const cwd = clone.path;
  const missing = await gate(['diff', 'git:origin/main:openapi.yaml', 'openapi.yaml'], { cwd });
  const hint = 'git fetch --depth 1 origin +refs/heads/main:refs/remotes/origin/main';
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) });
  await run('sh', ['-c', hint], { cwd });
  expect(await gate(['diff', 'git:origin/main:openapi.yaml', 'openapi.yaml'], { cwd })).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('is new'),
  });
  await writeFile(clone.at('new.yaml'), text);
  expect(await gate(['diff', 'git:origin/main:new.yaml', 'new.yaml'], { cwd })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('new.yaml is new: origin/main has no version of it to compare with.'),
  });
  const api = { document: 'new.yaml', diff: { against: 'git:origin/main:new.yaml' } };
  const config = { apis: { things: api } };
  await writeFile(clone.at('keyframe.config.ts'), `export const config = ${JSON.stringify(config)};`);
  expect(await gate(['ci', '--tool', 'diff'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('diff: skipped, new.yaml is new: origin/main has no version of it'),
  });
  const mistyped = await gate(['diff', 'git:origin/main:typo.yaml', 'new.yaml'], { cwd });
  expect(mistyped).toMatchObject({ code: 2, stderr: expect.not.stringContaining('git fetch') });
});
