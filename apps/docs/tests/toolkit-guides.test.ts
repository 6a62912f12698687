// Follows the guides of the toolkit literally: writes their files, runs their commands, compiles their code.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { eventually, freePort, listen, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import {
  compile,
  createFolder,
  PACKAGE,
  REPOSITORY,
  readBlocks,
  run,
  shell,
  startCommand,
} from './toolkit-guide.ts';

/** A project that has what the guides install. */
const PROJECT = join(REPOSITORY, 'apps/examples/hono-from-openapi');

const MOCK = new URL('../../../packages/keyframe/src/cli.ts', import.meta.url).href;

async function follow(guide: string, project = PROJECT): Promise<{ folder: string; printed: string }> {
  const folder = createFolder(project);
  let printed = '';
  const blocks = readBlocks(guide);
  for (const { language, info, text } of blocks) {
    if (info.includes('.')) {
      mkdirSync(dirname(join(folder, info)), { recursive: true });
      writeFileSync(join(folder, info), text);
    }
    if (language === 'sh' && info === 'toolkit') printed += (await shell(text, folder)).stdout;
  }
  // With nothing to compile, the compiler fails.
  if (!blocks.some(({ info }) => info.endsWith('.ts'))) return { folder, printed };
  expect(await compile(folder)).toBe('');
  return { folder, printed };
}

test.each(['contract-first', 'gate', 'configuration'])(
  'the commands of the guide %s do what it says',
  async (guide) => {
    const { printed } = await follow(guide);
    const expected = readBlocks(guide).filter(({ language }) => language === 'text');
    expect(expected.length).toBeGreaterThan(0);
    for (const line of expected.flatMap(({ text }) => text.trim().split('\n')))
      expect(printed).toContain(line);
  },
);

test('the code of the guide mock-your-document prints the documented output', async () => {
  const { folder } = await follow('mock-your-document', join(REPOSITORY, 'packages/keyframe'));
  const expected = readBlocks('mock-your-document').find(({ language }) => language === 'text')?.text;
  expect((await shell('node pets.ts', folder)).stdout).toBe(expected);
});

const NOTES = [{ id: 1, text: 'Buy milk' }];

test.each([
  ['next', 'app/api/[...path]/route.ts', (request: Request) => request],
  ['sveltekit', 'src/routes/api/[...path]/+server.ts', (request: Request) => ({ request })],
] as const)('the handler of the guide %s serves the notes', async (guide, file, createArgument) => {
  const { folder } = await follow(guide);
  const { GET, fallback = GET } = await import(join(folder, file));
  const response: Response = await fallback(createArgument(new Request('http://site.example/api/notes')));
  expect([response.status, await response.json()]).toEqual([200, NOTES]);
});

test('the client and the proxy of the guide vite request the same operation', async () => {
  const { folder } = await follow('vite');
  const { default: config } = await import(join(folder, 'vite.config.ts'));
  const { rewrite, target } = config.server.proxy['/api'];
  expect(target + rewrite('/api/notes')).toBe('http://127.0.0.1:4010/notes');
});

test('the load function of the guide sveltekit reads with the fetch of SvelteKit', async () => {
  const { folder } = await follow('sveltekit');
  const { load } = await import(join(folder, 'src/routes/+page.ts'));
  expect(await load({ fetch: async () => Response.json(NOTES) })).toEqual({ notes: NOTES });
});

test('the client of the guide typed-clients is generated, compiles, and reads two pages', async () => {
  const { folder } = await follow('typed-clients');
  const server = createServer((request, response) => {
    const page = request.url?.includes('cursor=b')
      ? { notes: [{ id: 2, text: 'second' }] }
      : { notes: [{ id: 1, text: 'first' }], next_cursor: 'b' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  await using listening = await listen(server);
  const { stdout } = await shell('node notes.ts', folder, { NOTES_URL: listening.url });
  expect(stdout).toBe('1\n1 first\n2 second\n');
});

test('the file of the guide typed-clients prints the documented output with the mock of the guide', async () => {
  const { folder } = await follow('typed-clients');
  const blocks = readBlocks('typed-clients');
  const command = blocks.find(({ info }) => info === 'mock')?.text ?? '';
  const expected = blocks.find(({ language }) => language === 'text')?.text;
  const port = String(await freePort());
  await using _mock = startCommand(command.replace('3000', port), folder);
  const url = `http://127.0.0.1:${port}`;
  await eventually('the mock', () => fetch(url).catch(() => undefined));
  expect((await shell('node notes.ts', folder, { NOTES_URL: url })).stdout).toBe(expected);
});

test('the configuration of the guide gate starts a server, tests it and stops it', async () => {
  const folder = createFolder(PACKAGE);
  const blocks = readBlocks('gate');
  const document = blocks.find(({ info }) => info === 'old.yaml')?.text ?? '';
  const config = blocks.find(({ language }) => language === 'ts')?.text ?? '';
  const port = String(await freePort());
  writeFileSync(join(folder, 'api.yaml'), document);
  writeFileSync(
    join(folder, 'keyframe.config.ts'),
    // The folder has no history to compare with, and the server does not serve its document.
    config
      .replace('3000', port)
      .replace('git:origin/main:', '')
      .replace(/^ {6}roundTrip:.*\n/m, ''),
  );
  writeFileSync(
    join(folder, 'server.js'),
    `process.argv.push('mock', 'api.yaml', '--port', '${port}');\nawait import('${MOCK}');\n`,
  );
  const { stdout } = await shell('keyframe ci', folder, { API_KEY: 'any' });
  expect(stdout).toMatch(/keyframe ci: 0 errors, .*, [1-9]\d* requests/);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
});

test('code for openapi-fetch runs as before after the two changes of the guide', async () => {
  const server = createServer((request, response) => {
    const [status, body] =
      request.url === '/notes/1' ? [200, { id: 1, text: 'first' }] : [404, { message: 'No such note.' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using listening = await listen(server);
  const { folder } = await follow('moving-from-openapi-typescript', PACKAGE);
  const print = async () => (await shell('node notes.ts', folder, { NOTES_URL: listening.url })).stdout;
  expect(await print()).toBe('GET 200\nfirst\n');
  const notes = join(folder, 'notes.ts');
  const after = readFileSync(notes, 'utf8');
  const before = after.replace('@keyframe/openapi-fetch', 'openapi-fetch');
  expect(before).not.toBe(after);
  writeFileSync(notes, before);
  expect(await compile(folder)).toBe('');
  expect(await print()).toBe('GET 200\nfirst\n');
});

const hasTools = await Promise.all(
  [
    ['curl', '--version'],
    ['openssl', 'version'],
    ['od', '--version'],
  ].map(([command = '', option = '']) =>
    run(command, [option]).then(
      () => true,
      () => false,
    ),
  ),
);

test.skipIf(hasTools.includes(false))(
  'the receiver of the guide takes the callback that its shell commands sign, and refuses another (needs curl, openssl and od)',
  async () => {
    const blocks = readBlocks('receiving-callbacks');
    const receiver =
      blocks.find(({ language, text }) => language === 'ts' && text.includes('serve('))?.text ?? '';
    const post = blocks.find(({ info }) => info === 'receiver')?.text ?? '';
    const folder = createFolder(PACKAGE);
    const port = await freePort();
    writeFileSync(join(folder, 'receiver.ts'), receiver.replace('3000', String(port)));
    const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
    await using child = startChild({ args: [join(folder, 'receiver.ts')], env: { WEBHOOK_SECRET: secret } });
    await eventually('the receiver', () => fetch(`http://localhost:${port}/`).catch(() => undefined));
    const sent = (key: string) =>
      shell(post.replace('whsec_…', key).replace('localhost:3000', `localhost:${port}`), folder);
    expect((await sent(secret)).stdout).toMatch(/^HTTP\/1.1 200 /);
    await child.waitForOutput(/^task_1 timed_out$/m);
    const other = `whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`;
    expect((await sent(other)).stdout).toMatch(/^HTTP\/1.1 400 /);
  },
);
