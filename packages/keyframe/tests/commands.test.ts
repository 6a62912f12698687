import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENTRIES } from '../src/commands/entries.ts';
import { OUTPUTS } from '../src/commands/generate-command.ts';
import { LOAD_OPTIONS } from '../src/options/load-options.ts';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

test.each(ENTRIES)('$name is listed as it declares itself', async (entry) => {
  const { command } = await entry.load();
  expect({ name: command.name, arguments: command.arguments }).toEqual({
    name: entry.name,
    arguments: [...entry.arguments],
  });
});

// It chooses the options that the document needs.
const READING = ENTRIES.filter(({ name }) => name !== 'init');

test.each(READING.filter(({ arguments: [first] }) => first === '[<document>]' || first === '[<old>]'))(
  '$name has the options for reading a document',
  async ({ load }) => {
    const { command } = await load();
    // The headers of some commands are for the server under test as well.
    const { header: _, ...shared } = LOAD_OPTIONS;
    expect(command.options).toMatchObject({
      header: { isRepeatable: true },
      ...Object.fromEntries(Object.entries(shared).map(([name, { description }]) => [name, { description }])),
    });
  },
);

test.each(ENTRIES)('$name can print JSON', async ({ load }) => {
  const { command } = await load();
  expect(command.options.json).toMatchObject({ description: expect.stringContaining('JSON') });
});

test.each(ENTRIES)('$name --help documents the exit status', async ({ name }) => {
  const { status, out, err } = await runKeyframe([name, '--help']);
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('Exit status: 0 fine, 1 findings, 2 usage or configuration');
});

test.each(OUTPUTS)('generate %s has its own options', async (output) => {
  const { status, out } = await runKeyframe(['generate', output, '--help']);
  expect(status).toBe(0);
  expect(out).toMatch(new RegExp(`^usage: keyframe generate ${output} <document>`));
});

test.each([
  [['lintt'], 'Unknown command "lintt". Did you mean lint?'],
  [['generate', 'server', 'a.yaml', '--ot', 'b'], 'Unknown option --ot. Did you mean --out?'],
  [
    ['generate', 'a.yaml', '--out', 'b'],
    'Unknown option --out. To generate from a document, name the output before it: keyframe generate types|server|client <document>.',
  ],
  [
    ['tasks', '--status', 'bogus'],
    '--status must be one of queued, generating, completed, failed (got "bogus").',
  ],
  [['completion', 'tcsh'], '<shell> must be one of bash, zsh, fish, powershell (got "tcsh").'],
  [[], 'Expected a command.'],
])('%j is rejected with a suggestion, on standard error only', async (words, message) => {
  const { status, out, err } = await runKeyframe(words);
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test.each(ENTRIES)('a mistyped $name is suggested', async ({ name }) => {
  const { status, out, err } = await runKeyframe([`${name}${name.at(-1)}`]);
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(new RegExp(`Did you mean .*\\b${name}\\b`));
});

test.each(ENTRIES)('$name rejects an unknown option on standard error, without color', async ({ name }) => {
  const env = { FORCE_COLOR: '1', CLAUDECODE: '1' };
  const { status, out, err } = await runKeyframe([name, '--jsn'], { env });
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain('Unknown option --jsn.');
  expect(err).not.toContain('\u001b');
});

test.each(['bash', 'zsh', 'fish', 'powershell'])('completes commands and options in %s', async (shell) => {
  const { status, out } = await runKeyframe(['completion', shell]);
  expect(status).toBe(0);
  for (const text of ['generate', 'redocly', 'allow-callbacks', 'changelog']) expect(out).toContain(text);
});

test.each([
  ['lint openapi.yaml', undefined],
  ['diff openapi.yaml broken.yaml', 'keyframe diff openapi.yaml broken.yaml'],
  ['diff openapi.yaml broken.yaml --report markdown=report.md', 'keyframe diff openapi.yaml broken.yaml'],
])('%s reports under the name that it was called by', async (line, replay) => {
  using _ = enterProject('{ apis: {} }', {
    'broken.yaml': DOCUMENT.replace('required: [id], properties', 'properties'),
  });
  const { out } = await runKeyframe(line.split(' '));
  if (replay !== undefined) expect(out).toContain(`  replay    ${replay}\n`);
  expect(out).toMatch(new RegExp(`\nkeyframe ${line.split(' ')[0]}: .*\\.$`));
  if (line.includes('report.md')) expect(readFileSync('report.md', 'utf8')).toMatch(/^## keyframe diff: /);
});
