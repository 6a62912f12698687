import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ENTRIES } from '../src/commands/entries.ts';
import { KEY, startFakeService } from './fake-service.ts';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

const CONFIG = `{ apis: { things: {
  document: 'openapi.yaml',
  outputs: {
    types: { out: 'out/types.ts' },
    client: { out: 'out/client' },
    server: { out: 'out/server' },
  },
  diff: { against: 'before.yaml' },
} } }`;

/** A command line of each command that ends by itself, and its exit status. */
const LINES: readonly [words: string, status: number][] = [
  ['completion bash', 0],
  ['explain body-schema', 0],
  ['explain', 0],
  ['options', 0],
  ['ca authority.pem', 0],
  ['round-trip --server http://127.0.0.1:9', 2],
  ['round-trip --app nowhere.ts', 2],
  ['generate --check', 1],
  ['generate', 0],
  ['generate types openapi.yaml', 0],
  ['lint', 1],
  ['mcp --list', 0],
  ['call getThing --param id=1 --server http://127.0.0.1:9', 1],
  ['wait getThing 1', 2],
  ['mock --explain', 0],
  ['test --server http://127.0.0.1:9', 2],
  ['diff', 0],
  ['ci', 0],
  ['video --wait cat', 0],
  ['tasks', 0],
  ['tasks task_1', 0],
  ['trigger taskFailed', 0],
  ['logout', 0],
  ['usage openapi.yaml .', 2],
  ['record openapi.yaml --out usage.json', 2],
  ['unused openapi.yaml', 2],
  ['skills', 0],
];
/** Commands that run until they are stopped, start tools, or read standard input: other tests check their JSON. */
const OTHERS = ['dev', 'docs', 'init', 'listen', 'login'];

test.each(LINES)('%s --json prints JSON only, and exits with %i', async (words, expected) => {
  using _ = enterProject(CONFIG, { 'before.yaml': DOCUMENT });
  using home = mkdtempDisposableSync(`${tmpdir()}/keyframe-json-`);
  await using service = await startFakeService();
  const env = {
    KEYFRAME_API_KEY: KEY,
    KEYFRAME_BASE_URL: service.url,
    XDG_CONFIG_HOME: home.path,
    XDG_STATE_HOME: home.path,
  };
  const { status, out } = await runKeyframe([...words.split(' '), '--json'], { env, isTerminal: true });
  expect(status).toBe(expected);
  for (const line of out.split('\n').filter((text) => text !== ''))
    expect(() => JSON.parse(line)).not.toThrow();
  if (expected !== 2 && !words.startsWith('call')) expect(out).not.toBe('');
});

test('every command has a line', () => {
  const named = [...LINES.map(([words]) => words.split(' ')[0]), ...OTHERS];
  expect([...new Set(named)].toSorted()).toEqual(ENTRIES.map(({ name }) => name).toSorted());
});
