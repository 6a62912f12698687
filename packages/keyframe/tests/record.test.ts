// Usage files from traffic, and what they contain of it.
import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { DOCUMENT, runKeyframe } from './run-keyframe.ts';

const POINTER = '#/paths/~1things~1{id}/get';
const MEMBER = `${POINTER}/responses/200/content/application~1json/schema/properties/id`;
const SECRETS = /secret|Bearer|4711/;

async function enterFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-record-'));
  const at = (name: string) => join(folder.path, name);
  await writeFile(at('openapi.yaml'), DOCUMENT);
  return { at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const createEntry = (path: string, body: unknown, day = '2026-11-01') => ({
  startedDateTime: `${day}T10:00:00Z`,
  request: {
    method: 'GET',
    url: `https://things.example${path}?token=secret`,
    headers: [{ name: 'Authorization', value: 'Bearer secret' }],
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 1, text: JSON.stringify(body) },
  },
});

test('a HAR file gives counts without values, in any order the same bytes', async () => {
  await using folder = await enterFolder();
  const { at } = folder;
  const entries = [
    createEntry('/things/4711', { id: 'secret' }),
    createEntry('/things/4712', {}, '2026-11-03'),
    createEntry('/accounts/4711', {}, '2026-11-02'),
  ];
  const record = async (name: string, all: readonly object[]) => {
    await writeFile(at(`${name}.har`), JSON.stringify({ log: { entries: all } }));
    const words = ['--har', at(`${name}.har`), '--consumer', 'app', '--out', at(`${name}.json`)];
    const result = await runKeyframe(['record', at('openapi.yaml'), ...words]);
    return { ...result, text: await readFile(at(`${name}.json`), 'utf8') };
  };
  const { status, out, text } = await record('first', entries);
  expect(JSON.parse(text)).toEqual({
    usage: 1,
    consumer: 'app',
    document: { title: 'Things', version: '1.0.0' },
    date: '2026-11-03',
    operations: { 'GET /things/{id}': { exchanges: 2, statuses: { 200: 2 } } },
    places: { [`${POINTER}/parameters/0`]: { sent: 2 }, [MEMBER]: { received: 1 } },
  });
  expect(status).toBe(1);
  expect(out).toContain('error: The document has no GET /accounts/* (1 of 1 exchanges) [unknown-request]');
  expect(out).toContain('schema (200): the member "id" (1 of 2 exchanges) [body-schema]');
  expect(`${text}${out}`).not.toMatch(SECRETS);
  expect((await record('second', entries.toReversed())).text).toBe(text);
});

test('a proxy records until it is interrupted', async () => {
  await using folder = await enterFolder();
  const { at } = folder;
  await using served = await serveMock(createMock(parse(DOCUMENT)));
  const interruption = new AbortController();
  const sendRequests = async (url: string) => {
    const response = await fetch(`${url}/things/a`);
    expect(await response.json()).toHaveProperty('id');
    await (await fetch(`${url}/unknown`)).text();
  };
  const words = ['record', at('openapi.yaml'), '--to', served.url, '--out', at('usage.json')];
  const lines: string[] = [];
  const { status } = await runKeyframe(words, {
    signal: interruption.signal,
    out: (text) => {
      lines.push(text);
      const [, url] = /^Proxy: (.*)$/.exec(text) ?? [];
      if (url !== undefined) void sendRequests(url).finally(() => interruption.abort());
    },
  });
  expect([status, lines.join('\n')]).toEqual([
    1,
    expect.stringContaining('The document has no GET /unknown'),
  ]);
  const { consumer, places } = JSON.parse(await readFile(at('usage.json'), 'utf8'));
  expect(consumer).toBeUndefined();
  expect(places).toEqual({ [`${POINTER}/parameters/0`]: { sent: 1 }, [MEMBER]: { received: 1 } });
});

test('responses that a server has recorded give counts, and what breaks the contract', async () => {
  await using folder = await enterFolder();
  const { at } = folder;
  const valid = { operationId: 'getThing', status: 200, members: ['/id', '/name'], issues: [] };
  const invalid = { ...valid, members: [], issues: [{ where: 'body', path: '/id' }] };
  await writeFile(
    at('responses.jsonl'),
    [valid, invalid, valid].map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const words = [
    'record',
    at('openapi.yaml'),
    '--responses',
    at('responses.jsonl'),
    '--out',
    at('usage.json'),
  ];
  const { status, out } = await runKeyframe(words);
  expect([status, out]).toEqual([
    1,
    expect.stringContaining('A response body violates its schema (200): `/id` (1 of 3 exchanges)'),
  ]);
  const { operations, places } = JSON.parse(await readFile(at('usage.json'), 'utf8'));
  expect(operations).toEqual({ 'GET /things/{id}': { exchanges: 3, statuses: { 200: 3 } } });
  expect(places).toEqual({ [MEMBER]: { received: 2 } });
});

test('traffic of another API writes no file', async () => {
  await using folder = await enterFolder();
  const { at } = folder;
  const line = { operationId: 'other', status: 200, members: [], issues: [] };
  await writeFile(at('responses.jsonl'), JSON.stringify(line));
  const words = ['--responses', at('responses.jsonl'), '--out', at('usage.json')];
  const { status, err } = await runKeyframe(['record', at('openapi.yaml'), ...words]);
  expect([status, err]).toEqual([1, expect.stringContaining('No request is of an operation of')]);
  expect(existsSync(at('usage.json'))).toBe(false);
});

test.each([
  [[], 'record needs --har, --responses or --to.'],
  [['--to', 'api.example.com'], '--to must be an absolute http or https URL'],
  [['--har', 'openapi.yaml'], 'openapi.yaml is not JSON'],
  [['--responses', 'openapi.yaml'], 'openapi.yaml:1 must be a response that responseValidation has recorded'],
])('%j is refused', async (words, message) => {
  await using folder = await enterFolder();
  const { at } = folder;
  const paths = words.map((word) => (word === 'openapi.yaml' ? at(word) : word));
  const { status, err } = await runKeyframe([
    'record',
    at('openapi.yaml'),
    ...paths,
    '--out',
    at('usage.json'),
  ]);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});
