import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DescribedWork, describeDocument } from './describe-document.ts';

const EXPECTED: Record<string, DescribedWork[]> = JSON.parse(
  readFileSync(new URL('expected-work.json', import.meta.url), 'utf8'),
);
const NAMES = readdirSync(new URL('async-documents', import.meta.url)).map((file) =>
  file.replace('.yaml', ''),
);

// Facts that the shortened documents lack. Those of `hubspot-exports` are of a request: its work is read without them.
const OVERLAYS: Readonly<Record<string, string>> = {
  'hubspot-exports': 'members that tell two requests apart',
  lxd: 'the words of its states',
  meilisearch: 'the parameter of its cancellation',
  neon: 'the id, and the words of its states',
  replicate: 'the schemas of its responses',
};
const INCOMPLETE = Object.keys(OVERLAYS).filter((name) => name !== 'hubspot-exports');

test.each(NAMES)('the work of %s is read, with an overlay where the document lacks facts', async (name) => {
  expect(await describeDocument(name, true)).toEqual(EXPECTED[name]);
});

test.each(NAMES.filter((name) => !INCOMPLETE.includes(name)))('%s needs no overlay', async (name) => {
  expect(await describeDocument(name, false)).toEqual(EXPECTED[name]);
});

test('four fifths of the operations are read without an overlay, all with one', () => {
  const incomplete = INCOMPLETE.flatMap((name) => EXPECTED[name] ?? []);
  const all = Object.values(EXPECTED).flat();
  const gaps = all.filter((work) => work.arguments.includes('missing'));
  expect([all.length, all.length - incomplete.length, gaps]).toEqual([39, 32, []]);
});

test('an overlay has at most ten lines beside its targets', () => {
  const lengths = Object.keys(OVERLAYS).map((name) => {
    const text = readFileSync(new URL(`../overlays/${name}.yaml`, import.meta.url), 'utf8');
    const [, actions = ''] = text.split('actions:\n');
    const lines = actions.split('\n').filter((line) => !/^(?: {2}- target: .*| {4}update:|)$/.test(line));
    return [name, lines.length] as const;
  });
  expect(readdirSync(new URL('../overlays', import.meta.url)).toSorted()).toEqual(
    lengths.map(([name]) => `${name}.yaml`),
  );
  expect(lengths.filter(([, length]) => length > 10)).toEqual([]);
});

test('the guide contains the table of readings', () => {
  const guide = new URL('../../../apps/docs/src/content/docs/guides/asynchronous-work.md', import.meta.url);
  const rows = readFileSync(guide, 'utf8')
    .split('\n')
    .filter((line) => NAMES.some((name) => line.startsWith(`| ${name} |`)));
  const expected = NAMES.map((name) => (EXPECTED[name] ?? []).map((work) => writeRow(name, work)));
  expect(rows).toEqual(expected.flat());
});

// The readings are those of the tests above.
function writeRow(name: string, work: DescribedWork): string {
  const { start, reader, state, result, cancel, rule } = work;
  const [location = '', words = ''] = state.split(': ');
  const [waiting = '', success = '', failure = ''] = words.split(';')[0]?.split(' / ') ?? [];
  const ended = /; ended: (.*), by /.exec(state)?.[1] ?? '';
  const cells = [
    ...[code(start), code(reader), code(location.replace('$response.body#/', ''))],
    ...[waiting, success || ended, failure].map((list) => list.trim()),
    ...[result, cancel].map((call) => shorten(call)),
    ...[code(rule), OVERLAYS[name] ?? ''],
  ];
  return `| ${[name, ...cells].join(' | ')} |`.replaceAll('  ', ' ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function shorten(call: string): string {
  if (!/[$/]/.test(call)) return call;
  const [text = ''] = call.split(' with ');
  return text
    .split(', ')
    .map((one) => code(one.replace('$response.body#/', '')))
    .join(', ');
}
