import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readUsages } from './read-usages.ts';
import type { Usage } from './usage.ts';
import { UsageFileError } from './usage-file-error.ts';

const USAGE: Usage = {
  usage: 1,
  consumer: 'web',
  document: { title: 'Orders', version: '1.0.0' },
  date: '2026-11-29',
  operations: { 'GET /orders': { calls: ['a.ts:1'], exchanges: 2, statuses: { 200: 2 } } },
  places: { '#/a': { reads: ['a.ts:1'], values: ['s'], received: 1 } },
};

/** Reads one file with a text. */
function read(text: string) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'usages-'));
  writeFileSync(join(folder.path, 'web.json'), text);
  return readUsages([{ consumer: undefined, pattern: '*.json' }], folder.path);
}

test.each([
  ['a usage file', JSON.stringify(USAGE)],
  ['a byte order mark', `\ufeff${JSON.stringify(USAGE)}`],
])('reads %s', (_, text) => {
  expect(read(text)).toEqual({ usages: [USAGE], missing: [] });
});

test.each<[title: string, value: unknown, message: string]>([
  ['a list', [], 'the file must be an object'],
  ['another version', { ...USAGE, usage: 2 }, 'usage must be 1'],
  ['a consumer that is no text', { ...USAGE, consumer: {} }, 'consumer must be a text'],
  ['a consumer of two lines', { ...USAGE, consumer: 'web\n::error::a' }, 'consumer must be a text without'],
  ['an invalid date', { ...USAGE, date: 'today' }, 'date must be a day such as 2026-11-29'],
  ['missing places', { ...USAGE, places: undefined }, 'places must be an object'],
  [
    'an operation without a use',
    { ...USAGE, operations: { 'GET /': null } },
    'operations["GET /"] must be an object',
  ],
  ['a place without a use', { ...USAGE, places: { '#/\n': null } }, 'places["#/\\n"] must be an object'],
  [
    'locations that are a text',
    { ...USAGE, places: { '#/a': { reads: 'a.ts:1' } } },
    'places["#/a"].reads must be a list',
  ],
  [
    'a location of two lines',
    { ...USAGE, places: { '#/a': { whole: ['a.ts:1', 'b\r::error::a:1'] } } },
    'places["#/a"].whole[1] must be a text without control characters',
  ],
  [
    'an invalid count',
    { ...USAGE, places: { '#/a': { sent: '1' } } },
    'places["#/a"].sent must be a whole number',
  ],
])('refuses %s', (_, value, message) => {
  const run = () => read(JSON.stringify(value));
  expect(run).toThrow(UsageFileError);
  expect(run).toThrow(`web.json is no usage file: ${message}`);
});
