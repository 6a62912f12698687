// Two repositories with a branch of git between them: the commands of the guide, in its order.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const GUIDE = join(REPOSITORY, 'apps/docs/src/content/docs/guides/consumers.md');
const guide = await readFile(GUIDE, 'utf8');

const json = (schema: object) => ({ 'application/json': { schema } });
const createDocument = (properties: object, version = '1.0.0') => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version },
  paths: {
    '/orders': {
      get: {
        operationId: 'getOrder',
        responses: { 200: { description: 'ok', content: json({ $ref: '#/components/schemas/Order' }) } },
      },
    },
  },
  components: { schemas: { Order: { type: 'object', required: Object.keys(properties), properties } } },
});
const text = { type: 'string' };

const CODE = `import { createClient, getOrder } from './api/index.ts';
const { size } = await getOrder(createClient({ baseUrl: 'http://localhost' }));
export default size;
`;

/** Finds the commands of the guide below a title. */
function findCommands(title: string): string {
  const [, code] = guide.split(`\`\`\`sh title="${title}"\n`);
  const [commands = ''] = (code ?? '').split('\n```');
  expect(commands).not.toBe('');
  return commands;
}

const SCHEMA = join(REPOSITORY, 'packages/openapi-usage/usage.schema.json');
const validate = new Ajv2020({ formats: { date: true } }).compile(JSON.parse(await readFile(SCHEMA, 'utf8')));

function listSchemaErrors(usage: unknown): unknown {
  return validate(usage) ? null : validate.errors;
}

interface Result {
  status: number;
  out: string;
  err: string;
}

/** Two repositories, `orders-api` and `web`, and the remote of the first. */
async function createRepositories() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-usage-'));
  const at = (...names: string[]) => join(folder.path, ...names);
  const env = {
    ...process.env,
    PATH: `${at('bin')}:${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: at('gitconfig'),
    GITHUB_ACTIONS: 'true',
  };
  const run = (name: string, script: string) =>
    new Promise<Result>((resolve) => {
      execFile('sh', ['-ec', script], { cwd: at(name), env }, (error, out, err) =>
        resolve({ status: Number(error?.code ?? 0), out, err }),
      );
    });
  await mkdir(at('bin'));
  await writeFile(
    at('bin/npx'),
    `#!/bin/sh\nshift\nexec ${process.execPath} ${join(REPOSITORY, 'packages/keyframe/src/cli.ts')} "$@"\n`,
  );
  await chmod(at('bin/npx'), 0o755);
  await writeFile(
    at('gitconfig'),
    `[user]\nname = a\nemail = a@b.c\n[init]\ndefaultBranch = main\n[url "${at('orders-api.git')}"]\ninsteadOf = git@github.com:example/orders-api.git\n`,
  );
  return { at, run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const write = (path: string, properties: object, version?: string) =>
  writeFile(path, JSON.stringify(createDocument(properties, version)));

type Repositories = Awaited<ReturnType<typeof createRepositories>>;

async function publishApi({ at, run }: Repositories): Promise<void> {
  const create =
    'git init -q --bare orders-api.git && git clone -q orders-api.git orders-api && git init -q web';
  await run('', create);
  await write(at('orders-api/openapi.yaml'), { size: text, weight: text });
  await run('orders-api', 'git add . && git commit -qm first && git push -q origin main');
  expect(await run('orders-api', findCommands('Once, in the repository of the API'))).toMatchObject({
    status: 0,
  });
}

async function publishUsage({ at, run }: Repositories): Promise<unknown> {
  await mkdir(at('web/src'));
  await write(at('web/openapi.yaml'), { size: text, weight: text });
  await writeFile(at('web/src/app.ts'), CODE);
  await symlink(join(import.meta.dirname, '../node_modules'), at('web/node_modules'));
  await runKeyframe(['generate', 'client', at('web/openapi.yaml'), '--out', at('web/src/api')]);
  const published = await run('web', findCommands('In the workflow of a consumer, for its main branch'));
  expect(published).toMatchObject({ status: 0 });
  return JSON.parse(await readFile(at('web/web.usage.json'), 'utf8'));
}

test('the guide: consumers publish what they use, and pull requests of both repositories say who is hit', async () => {
  await using repositories = await createRepositories();
  const { at, run } = repositories;
  await publishApi(repositories);
  expect(listSchemaErrors(await publishUsage(repositories))).toBeNull();

  await write(at('orders-api/openapi.yaml'), { size: { type: 'integer' } });
  const checked = await run('orders-api', findCommands('In the workflow of the API, for pull requests'));
  expect(checked.status).toBe(1);
  expect(checked.out).toMatch(
    /error: .*type of `size` changed from string to integer\. `size` is read at src\/app\.ts:2 \(web\)\./,
  );
  expect(checked.out).toMatch(
    /warning: .*"weight"\. Nobody reads `weight`; the newest usage file is of today\./,
  );
  expect(checked.out).toContain('::error file=openapi.yaml,line=1,');
  expect(checked.out).toContain('2.0.0 is advised.');

  const pull = findCommands('In the workflow of a consumer, for pull requests');
  const hit = await run('web', pull.replace('https://api.example.com', '../orders-api'));
  expect(hit.status).toBe(1);
  expect(hit.out).toContain('::error file=src/app.ts,line=2,col=1,');

  await write(at('orders-api/openapi.yaml'), { size: text }, '2.0.0');
  const words =
    'npx @keyframe/cli diff git:origin/main:openapi.yaml openapi.yaml --fail-on used --check-version';
  const unused = await run('orders-api', `${words} --consumers web=usage/web.usage.json`);
  expect(unused).toMatchObject({
    status: 0,
    err: expect.stringContaining('Version 2.0.0 announces the changes since 1.0.0: 2.0.0 is advised.'),
  });
  const missing = await run(
    'orders-api',
    `${words} --consumers web=usage/web.usage.json --consumers app=usage/app.json`,
  );
  expect(missing).toMatchObject({ status: 1, out: expect.stringContaining('No usage file of app.') });
});

test('ci says whom a change hits, and fails for these only', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-usage-'));
  const at = (name: string) => join(folder.path, name);
  await write(at('old.json'), { size: text, weight: text });
  await write(at('openapi.json'), { size: text });
  const usage = {
    usage: 1,
    consumer: 'web',
    document: { title: 'Orders', version: '1.0.0' },
    date: '2026-11-29',
  };
  const use = (name: string) => ({
    [`#/components/schemas/Order/properties/${name}`]: { reads: ['a.ts:2'] },
  });
  const diff = { against: 'old.json' };
  const api = { document: 'openapi.json', consumers: { web: 'web.json' }, failOn: ['used'], diff };
  await writeFile(
    at('keyframe.config.ts'),
    `export const config = ${JSON.stringify({ apis: { orders: api } })};\n`,
  );
  const check = async (name: string) => {
    await writeFile(at('web.json'), JSON.stringify({ ...usage, operations: {}, places: use(name) }));
    const command = join(REPOSITORY, 'packages/keyframe/src/cli.ts');
    return new Promise<Result>((resolve) => {
      execFile(process.execPath, [command, 'ci'], { cwd: folder.path }, (error, out, err) =>
        resolve({ status: Number(error?.code ?? 0), out, err }),
      );
    });
  };
  expect(await check('size')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Nobody reads `weight`'),
  });
  expect(await check('weight')).toMatchObject({
    status: 1,
    out: expect.stringContaining('`weight` is read at a.ts:2 (web)'),
  });
});

test('unused omits what a consumer uses, and docs name who does', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-usage-'));
  const at = (name: string) => join(folder.path, name);
  await write(at('openapi.json'), {
    size: text,
    weight: { ...text, deprecated: true, 'x-deprecated-since': '2026-01-02' },
  });
  const usage = {
    usage: 1,
    consumer: 'web',
    document: { title: 'Orders', version: '1.0.0' },
    date: '2026-11-29',
    operations: { 'GET /orders': { calls: ['a.ts:1'] } },
    places: { '#/components/schemas/Order/properties/size': { reads: ['a.ts:2'] } },
  };
  await writeFile(at('web.json'), JSON.stringify(usage));
  const words = [at('openapi.json'), '--consumers', `web=${at('web.json')}`];
  expect(await runKeyframe(['unused', ...words])).toMatchObject({
    status: 0,
    out: 'member    Order.weight (deprecated since 2026-01-02)  #/components/schemas/Order/properties/weight',
  });
  expect(await runKeyframe(['unused', ...words, '--consumers', 'app=nowhere/*.json'])).toMatchObject({
    status: 1,
    err: 'No usage file of app, which may use everything.',
  });
  await runKeyframe(['docs', ...words, '--no-mock', '--out', `${at('docs')}/`]);
  const page = await readFile(at('docs/operations/get-order.md'), 'utf8');
  expect(page).toContain('Called by web');
  expect(page).toMatch(/`size`: string, \*\*required\*\*, used by web\./);
  expect(page).toMatch(/`weight`: string, \*\*required\*\*, deprecated\./);
});
