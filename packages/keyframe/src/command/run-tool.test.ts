import { expect, expectTypeOf, test } from 'vitest';
import { type Command, defineCommand } from './command.ts';
import { runCaptured } from './run-captured.ts';
import type { Tool } from './tool.ts';

const PACK = defineCommand({
  name: 'pack',
  summary: 'pack files',
  description: 'Packs files into an archive.',
  arguments: ['<from>', '<to>'],
  options: {
    level: { value: '<level>', description: 'low or high', choices: ['low', 'high'], default: 'low' },
    'max-size': { value: '<size>', description: 'size limit' },
    key: { value: '<key>', description: 'signs the archive', isRequired: true },
    skip: { value: '<path>', description: 'omits a path (repeatable)', isRepeatable: true },
    json: { description: 'prints JSON' },
    'no-lock': { description: 'takes no lock' },
  },
  async run({ values, positionals: [from, to] }, { out }) {
    expectTypeOf(values.level).toEqualTypeOf<'high' | 'low'>();
    expectTypeOf(values['max-size']).toEqualTypeOf<string | undefined>();
    expectTypeOf(values.key).toEqualTypeOf<string>();
    expectTypeOf(values.skip).toEqualTypeOf<readonly string[]>();
    expectTypeOf(values.json).toEqualTypeOf<boolean>();
    out(JSON.stringify({ from, to, ...values }));
    return 1;
  },
});

const LIST = defineCommand({
  name: 'list',
  summary: 'list archives',
  description: 'Lists what archives contain.',
  arguments: ['<archive>…'],
  expected: 'at least one archive',
  options: {},
  async run({ positionals: [first = ''] }) {
    throw first === 'absent' ? new RangeError('No such archive.') : new TypeError('Not a function.');
  },
});

const READ = defineCommand({
  name: 'read',
  summary: 'read a document',
  description: 'Reads a document.',
  arguments: ['<document>'],
  options: { 'skip-unsupported': { description: 'omits operations' } },
  async run({ positionals: [document] }) {
    throw Object.assign(new SyntaxError('Invalid.'), { isSkippable: document === 'skippable' });
  },
});

const READ_WHOLE: Command = { ...READ, name: 'read-whole', options: {} };

const READ_CALLED: Command = {
  ...READ,
  async run(_call, { out, called }) {
    out(called);
    return 0;
  },
};

const READ_PART: Command = { ...READ_CALLED, name: 'part read' };

const TOOL: Tool = {
  name: 'archive',
  version: '1.2.3',
  commands: [PACK, LIST, READ, READ_WHOLE, READ_PART],
  findErrorStatus: (error) => (error instanceof RangeError || error instanceof SyntaxError ? 1 : undefined),
  findRemedy: (error) => (error instanceof RangeError ? 'Pack one first.' : undefined),
};

test('a command has a name of two words', async () => {
  const called = { status: 0, out: 'archive part read', err: '' };
  expect(await runCaptured(TOOL, ['part', 'read', 'a'])).toEqual(called);
  const { status, err } = await runCaptured(TOOL, ['part', 'raed', 'a']);
  expect({ status, err }).toMatchObject({
    status: 2,
    err: expect.stringContaining('Unknown command "part"'),
  });
});

test('the value list of an option prints its choices', async () => {
  const options = {
    rule: { value: '<rule>', description: 'a rule', choices: ['a', 'b'], isListed: true },
  } as const;
  const tool = { ...TOOL, commands: [{ ...READ, options }] };
  expect(await runCaptured(tool, ['read', '--rule', 'list'])).toEqual({ status: 0, out: 'a\nb', err: '' });
  expect(await runCaptured(tool, ['read', 'a', '--rule', 'c'])).toMatchObject({ status: 2 });
});

test('passes arguments, options and defaults to the command, and returns its status', async () => {
  const { status, out, err } = await runCaptured(TOOL, [
    'pack',
    'a',
    '--key=k',
    'b',
    '--skip',
    'c',
    '--skip',
    'd',
  ]);
  expect([status, JSON.parse(out), err]).toEqual([
    1,
    { from: 'a', to: 'b', level: 'low', key: 'k', skip: ['c', 'd'], json: false, 'no-lock': false },
    '',
  ]);
});

test('an option whose name begins with "no-" is false unless it is passed', async () => {
  const { out } = await runCaptured(TOOL, ['pack', 'a', 'b', '--key', 'k', '--no-lock']);
  expect(JSON.parse(out)).toMatchObject({ 'no-lock': true });
});

const OF_TOOL = ['usage: archive <command>', 'archive --help lists the commands.'];
const OF_PACK = [
  'usage: archive pack <from> <to> --key <key> [<options>]',
  'archive pack --help lists the options.',
];
const OF_LIST = ['usage: archive list <archive>…', 'archive list --help lists the options.'];

test.each<[words: string[], message: string, usage: string[]]>([
  [[], 'Expected a command.', OF_TOOL],
  [['pakc'], 'Unknown command "pakc". Did you mean pack?', OF_TOOL],
  [['pack', 'a', '--key', 'k'], 'Expected <from> and <to> (got a).', OF_PACK],
  [['pack', 'a', 'b', 'c', '--key', 'k'], 'Expected <from> and <to> (got a b c).', OF_PACK],
  [['pack'], 'Expected <from> and <to> (got nothing).', OF_PACK],
  [['pack', 'a', 'b'], 'Missing option --key <key>.', OF_PACK],
  [['pack', 'a', 'b', '--key'], '--key needs a value.', OF_PACK],
  [['pack', 'a', 'b', '--maxsize', '3'], 'Unknown option --maxsize. Did you mean --max-size?', OF_PACK],
  [['pack', 'a', 'b', '--key', 'k', '--level', 'mid'], '--level must be low or high (got "mid").', OF_PACK],
  [['list'], 'Expected at least one archive.', OF_LIST],
])('%j: %s', async (words, message, usage) => {
  const { status, out, err } = await runCaptured(TOOL, words);
  expect([status, out, err.split('\n')]).toEqual([2, '', [message, '', ...usage]]);
});

test.each([
  [['--version'], /^1\.2\.3$/],
  [
    ['--help'],
    /^usage: archive <command>\n.* list .*list archives\n.*Exit status: 0 fine, 1 findings, 2 usage or configuration, 3 internal error\.$/s,
  ],
  [['pack', '--help'], /^usage: archive pack <from> <to> --key <key> \[<options>\]\n\nPacks files/],
])('%j is data', async (words, text) => {
  const { status, out, err } = await runCaptured(TOOL, words);
  expect([status, out, err]).toEqual([0, expect.stringMatching(text), '']);
});

test.each([
  ['absent', 1, /^No such archive\.\nPack one first\.$/],
  ['present', 3, /^Internal error: this is a bug of archive\. Please report it\.\nTypeError: Not a function/],
])('an error about an %s archive exits with %i', async (name, code, message) => {
  const { status, err } = await runCaptured(TOOL, ['list', name]);
  expect([status, err]).toEqual([code, expect.stringMatching(message)]);
});

test.each([
  ['read', 'skippable', 'Invalid.\n--skip-unsupported omits operations with problems.'],
  ['read', 'unusable', 'Invalid.'],
  ['read-whole', 'skippable', 'Invalid.'],
])('%s %s ends with the option that helps, if the command has it', async (name, document, message) => {
  expect(await runCaptured(TOOL, [name, document])).toMatchObject({ status: 1, err: message });
});

const LISTEN = Object.assign(new Error('listen EADDRINUSE: address already in use 127.0.0.1:80'), {
  code: 'EADDRINUSE',
  syscall: 'listen',
});
const OPEN = Object.assign(new Error("EISDIR: illegal operation on a directory, open 'dir'"), {
  code: 'EISDIR',
  syscall: 'open',
});
const PORT = { port: { value: '<port>', description: 'listens on this port' } };

test.each<[error: Error, options: Command['options'], result: [status: number, message: string]]>([
  [OPEN, PORT, [2, OPEN.message]],
  [LISTEN, {}, [2, LISTEN.message]],
  [LISTEN, PORT, [2, `${LISTEN.message}\n--port selects another port.`]],
  [new RangeError('Not served.', { cause: LISTEN }), PORT, [1, 'Not served.\n--port selects another port.']],
])('%s of the operating system is not a bug', async (error, options, [status, err]) => {
  const command = { ...READ_CALLED, options, run: () => Promise.reject(error) };
  const { findRemedy: _, ...tool } = TOOL;
  const called = runCaptured({ ...tool, commands: [command] }, ['read', 'a.yaml']);
  expect(await called).toEqual({ status, out: '', err });
});

test('an error after an interruption is not a bug', async () => {
  const signal = AbortSignal.abort();
  expect(await runCaptured(TOOL, ['list', 'present'], { signal })).toEqual({
    status: 2,
    out: '',
    err: 'Interrupted.',
  });
});

test.each([
  [['read', 'a.yaml'], { ...TOOL, commands: [READ_CALLED] }, 'archive read'],
  [['a.yaml'], { ...TOOL, name: 'read', commands: [READ_CALLED] }, 'read'],
])('%j: the command knows the words that called it', async (words, tool, called) => {
  expect(await runCaptured(tool, words)).toMatchObject({ status: 0, out: called });
});

test('a tool with one command of its own name has no subcommands', async () => {
  const tool = { ...TOOL, name: 'pack', commands: [PACK] };
  expect(await runCaptured(tool, ['a', 'b', '--key', 'k'])).toMatchObject({ status: 1, err: '' });
  expect((await runCaptured(tool, ['a'])).err).toContain(
    '\nusage: pack <from> <to> --key <key> [<options>]\n',
  );
});
