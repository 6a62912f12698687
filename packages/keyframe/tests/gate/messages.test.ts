// Every way in which the command is called wrongly, as its user sees it: what is said first, and the exit status.

import { createDocument, folderWith } from '@keyframe/contract-gate/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runKeyframe } from '../run-keyframe.ts';
import { gate } from './run-gate.ts';

const DOCUMENT = createDocument({
  '/a': { get: { operationId: 'getA', responses: { '200': { description: 'Done.' } } } },
});
const SERVER = 'http://127.0.0.1:1';
const FILES = {
  'a.json': DOCUMENT,
  'empty.json': createDocument({}),
  'broken.json': '{',
  'none.mjs': 'export const x = 1;',
  'bad.json': { accepted: [{ check: 'a' }] },
  'bare/keyframe.config.ts': 'export const config = {};',
  'typo/keyframe.config.ts': `export const config = { apis: { a: { document: 'a.json', tests: {} } } };`,
  'alone/keyframe.config.ts': `export const config = { apis: { a: { document: '../a.json', test: {} } } };`,
  'words/keyframe.config.ts': `export const config = { apis: { a: { document: '../a.json', server: '${SERVER}', test: { timeout: 2 } } } };`,
  'relative/keyframe.config.ts': `export const config = { apis: { a: { document: '../a.json', server: { url: '/api' }, test: {} } } };`,
};

const ofTest = (...words: string[]) => ['test', 'a.json', '--server', SERVER, ...words];

const CASES: readonly (readonly [words: readonly string[], message: string])[] = [
  [[], 'Expected a command.'],
  [['check'], 'Unknown command "check".'],
  [['explain', 'a', 'b'], 'Expected [<check>] (got a b).'],
  [['test', 'a.json'], 'Missing option --server <url>.'],
  [['test', 'a.json', '--server'], '--server needs a value.'],
  [['test', 'a.json', '--server', 'a'], '--server must be an absolute http or https URL (got "a").'],
  [['test', 'none.json', '--server', SERVER], 'none.json: The file cannot be read. Check its path.'],
  [
    ['test', 'broken.json', '--server', SERVER],
    "broken.json:1:2 # Invalid JSON: Expected property name or '}'. Correct it.",
  ],
  [['test', 'empty.json', '--server', SERVER], 'empty.json has no operations: there is nothing to test.'],
  [ofTest(), 'The server at http://127.0.0.1:1/ cannot be reached: ECONNREFUSED.'],
  [ofTest('--nothing'), 'Unknown option --nothing.'],
  [
    ofTest('--include', 'GET /b'),
    'a.json: No operation matches "GET /b". Use "POST /v1/x", a path, an operationId, tag:x, the name of a webhook or a JSON pointer.',
  ],
  [ofTest('--header', 'a'), '--header must be "name: value" (got "a").'],
  [ofTest('--header', 'a b: c'), '--header has characters that no header can have (got "a b").'],
  [ofTest('--auth', 'a'), '--auth must be "name: value" (got "a").'],
  [ofTest('--auth', 'module:gone.mjs'), 'The module of --auth cannot be imported: gone.mjs'],
  [ofTest('--auth', 'module:none.mjs'), 'none.mjs must export a function "headers".'],
  [ofTest('--seed', 'a'), '--seed must be a whole number from 0 (got "a").'],
  [ofTest('--workers', '0'), '--workers must be a whole number from 1 (got "0").'],
  [ofTest('--rate', '0'), '--rate must be a whole number from 1 (got "0").'],
  [ofTest('--timeout', '0'), '--timeout must be a duration such as 90s or 10m (got "0").'],
  [ofTest('--formats', 'a'), '--formats must be assert or annotate (got "a").'],
  [
    ofTest('--callback-port', '99999'),
    '--callback-port must be a whole number from 0 to 65535 (got "99999").',
  ],
  [ofTest('--webhook', 'paid=true'), 'The document has no webhook "paid" (it has none).'],
  [['diff', 'a.json', 'a.json', '--rule', 'a'], '--rule must be <name>=<value> (got "a").'],
  [
    ['diff', 'a.json', 'a.json', '--rule', 'xyzzy=off'],
    'Unknown rule "xyzzy". Each finding of diff ends with the id of its rule, such as operation-removed.',
  ],
  [
    ['diff', 'a.json', 'a.json', '--rule', 'operation-remove*=info', '--rule', 'operation-remved*=off'],
    'Unknown rule "operation-remved*". Did you mean operation-removed, operation-added, or operation-deprecated? Each finding of diff ends with the id of its rule, such as operation-removed.',
  ],
  [['diff', 'a.json', 'a.json', '--today', 'now'], '--today must be a date such as 2026-11-22 (got "now").'],
  [['diff', 'a.json', 'a.json', '--baseline', 'gone.json'], 'Baseline gone.json cannot be read.'],
  [
    ['diff', 'a.json', 'a.json', '--baseline', 'broken.json'],
    'Baseline broken.json must be JSON with a list "accepted".',
  ],
  [
    ['diff', 'a.json', 'a.json', '--baseline', 'bad.json'],
    'Entry 0 of baseline bad.json must have a "check" and a "reason" that is not empty.',
  ],
  [['explain', 'a'], 'Unknown check "a". "keyframe explain" lists all checks.'],
  [
    ['explain', 'body-schem'],
    'Unknown check "body-schem". Did you mean body-schema? "keyframe explain" lists all checks.',
  ],
];

async function runInProcess(words: readonly string[]) {
  const { status, out, err } = await runKeyframe(words);
  const [first = ''] = err.replaceAll(`${process.cwd()}/`, '').split('\n');
  return { code: status, stdout: out, first };
}

describe('in a folder with documents', () => {
  const home = process.cwd();
  let folder: Awaited<ReturnType<typeof folderWith>>;
  beforeAll(async () => {
    folder = await folderWith(FILES);
    process.chdir(folder.path);
  });
  afterAll(async () => {
    process.chdir(home);
    await folder[Symbol.asyncDispose]();
  });

  test.for(CASES)('%j', async ([words, message]) => {
    expect(await runInProcess(words)).toEqual({ code: 2, stdout: '', first: message });
  });
});

test.each([
  ['bare', 'keyframe.config.ts must export "config" with "apis", documents by name.'],
  ['typo', 'keyframe.config.ts: apis.a has an unknown member "tests" (known: document, read, '],
  ['alone', 'keyframe.config.ts: apis.a.test needs apis.a.server.'],
  ['words', 'keyframe.config.ts: apis.a.test.timeout must be a duration such as 90s or 10m (got "2").'],
  ['relative', 'keyframe.config.ts: apis.a.server must be an absolute http or https URL (got "/api").'],
])('ci with the configuration %s', async (name, message) => {
  await using folder = await folderWith(FILES);
  const { code, stderr } = await gate(['ci'], { cwd: folder.at(name) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('prints the usage line after an error instead of the whole help', async () => {
  await using folder = await folderWith(FILES);
  const { stderr } = await gate(['test', 'a.json'], { cwd: folder.path });
  expect(stderr.split('\n').slice(2)).toEqual([
    'usage: keyframe test [<document>] [<options>]',
    'keyframe test --help lists the options.',
    '',
  ]);
});
