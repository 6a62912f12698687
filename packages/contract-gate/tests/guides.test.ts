// The guides of the docs site list every option with its default, and show findings as reports print them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { formatReplay } from '../src/cli/test-command.ts';
import { runConformance } from '../src/index.ts';
import { annotationsText, harText, junitText, sarifText } from '../src/report/machine-formats.ts';
import { markdownText } from '../src/report/markdown.ts';
import type { Report } from '../src/report/report.ts';
import { terminalText } from '../src/report/terminal.ts';
import { gate } from './run-gate.ts';
import { createDocument, serve } from './serve.ts';

const GUIDES = new URL('../../../apps/docs/src/content/docs/guides/', import.meta.url);
const configuration = await readFile(new URL('gate-configuration.md', GUIDES), 'utf8');
const reports = await readFile(new URL('gate-reports.md', GUIDES), 'utf8');
const source = (path: string) => readFile(new URL(`../src/${path}`, import.meta.url), 'utf8');

function listRows(section: string): { names: string[]; flags: string[]; fallback: string }[] {
  const [, text = ''] = configuration.split(`## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => {
    const cells = row.split(' | ');
    const words = (cell = '') => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word);
    return {
      names: words(cells[0]),
      flags: words(cells[1]).filter((word) => word.startsWith('--')),
      fallback: cells.at(-1) ?? '',
    };
  });
}

/** Lists the members of an interface, those of `Pick` unions included. */
async function listMembers(path: string, name: string): Promise<string[]> {
  const text = await source(path);
  const [, after = ''] = text.split(new RegExp(`interface ${name}\\b`));
  const [head = ''] = after.split('\n}\n');
  return [...head.matchAll(/^ {2}(\w+)\??:/gm)].map(([, member = '']) => member);
}

const CONFIG = 'config/gate-config.ts';
const PICKED = ['headers', 'otherHeaders', 'auth', 'limited', 'callbacks', 'proxy', 'tls', 'waitMs'];

test.each([
  ['Checks', async () => [...(await listMembers(CONFIG, 'GateConfig')), 'include', 'exclude']],
  ['`server`', async () => [...(await listMembers(CONFIG, 'RunningServer')), ...PICKED]],
  ['`callbacks`', () => listMembers('conformance/conformance.ts', 'CallbackOptions')],
  [
    '`test`',
    async () => [...(await source(CONFIG)).matchAll(/^ {6}\| '(\w+)'/gm)].map(([, name = '']) => name),
  ],
] as const)('the table of %s lists every option of the code, and no other', async (section, options) => {
  const documented = listRows(section).flatMap(({ names }) => names);
  expect(documented.toSorted()).toEqual([...(await options())].toSorted());
});

test('options of the command line that the tables name exist', async () => {
  const { stdout } = await gate(['test', '--help'], { cwd: fileURLToPath(GUIDES) });
  const flags = [...listRows('`test`'), ...listRows('`callbacks`')].flatMap((row) => row.flags);
  expect(flags.length).toBeGreaterThan(10);
  expect(flags.filter((flag) => !stdout.includes(`${flag} `))).toEqual([]);
});

test.each([
  ['`test`', 'maxTimeMs', 'ci/run-ci.ts', /DEFAULT_TIME_MS = (\S+);/],
  ['`test`', 'workers', 'ci/run-ci.ts', /WORKERS = (\S+);/],
  ['`test`', 'rate', 'conformance/run-conformance.ts', /REMOTE_RATE = (\S+);/],
  ['`test`', 'responseTimeoutMs', 'conformance/run-conformance.ts', /RESPONSE_TIMEOUT_MS = (\S+);/],
  ['`test`', 'propertyRuns', 'conformance/phases/properties.ts', /const PROPERTY_RUNS = (\S+);/],
  ['`callbacks`', 'waitMs', 'conformance/phases/callback-inspector.ts', /WAIT_MS = (\S+);/],
  ['`callbacks`', 'host', 'conformance/callbacks/callback-listener.ts', /host = '(\S+)'/],
] as const)('in %s, the default of %s is that of %s', async (...given) => {
  const [section, name, path, pattern] = given;
  const [, written = ''] = pattern.exec(await source(path)) ?? [];
  const row = listRows(section).find(({ names }) => names.includes(name));
  expect(row?.fallback.replaceAll(/[`,]/g, '').split(/[; ]/)[0]).toBe(written.replaceAll('_', ''));
  expect(written).not.toBe('');
});

test('the finding that the guide shows is one that reports print, in every format', async () => {
  const schema = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', maximum: 10 } },
  };
  const content = { 'application/json': { schema } };
  await using server = await serve(() => ({ status: 201, body: { size: 30 } }));
  const document = createDocument({
    '/things': { post: { responses: { '201': { description: 'ok', content } } } },
  });
  const result = await runConformance({
    document: readModel(document, 'api.yaml'),
    server: server.url,
    seed: 1,
    maxTimeMs: 10_000,
    workers: 1,
    propertyRuns: 1,
  });
  const findings = result.findings
    .filter(({ check }) => check === 'body-schema')
    .map((finding) => ({
      ...finding,
      replay: formatReplay('contract-gate test api.yaml', server.url, finding),
      location: { file: 'api.yaml', line: 15, column: 94 },
    }));
  expect(findings).toHaveLength(1);
  const report: Report = { command: 'test', document: 'api.yaml', findings };
  const printed = [terminalText, junitText, sarifText, harText, annotationsText, markdownText]
    .map((write) => write(report, 'contract-gate test'))
    .join('\n')
    .replaceAll(server.url.origin, 'http://127.0.0.1:3000')
    .replaceAll(/\s+/g, ' ');
  const blocks = [...reports.matchAll(/^```(text|xml)\n(.*?)^```$/gms)].map(([, , text = '']) => text);
  expect(blocks.length).toBeGreaterThan(4);
  for (const line of blocks.flatMap((text) => text.trim().split('\n')))
    expect(printed).toContain(line.trim().replaceAll(/\s+/g, ' '));
  const [shown = ''] = [...reports.matchAll(/^```json title="report.json[^\n]*\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );
  const { response: _, ...own } = findings[0] ?? {};
  const json = JSON.stringify(own).replaceAll(server.url.origin, 'http://127.0.0.1:3000');
  expect(JSON.parse(shown)).toEqual(JSON.parse(json));
});
