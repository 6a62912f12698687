// The guide about reports shows findings as reports print them.
import { readFile } from 'node:fs/promises';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { runConformance } from '../src/index.ts';
import { annotationsText, junitText, sarifText } from '../src/report/machine-formats.ts';
import { markdownText } from '../src/report/markdown.ts';
import type { Report } from '../src/report/report.ts';
import { terminalText } from '../src/report/terminal.ts';
import { createDocument, serve } from './serve.ts';

const GUIDES = new URL('../../../apps/docs/src/content/docs/guides/', import.meta.url);
const reports = await readFile(new URL('gate-reports.md', GUIDES), 'utf8');

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
      replay: `keyframe test api.yaml --server ${server.url} --seed ${finding.seed} --include '${finding.operation}'`,
      location: { file: 'api.yaml', line: 15, column: 94 },
    }));
  expect(findings).toHaveLength(1);
  const report: Report = { command: 'test', document: 'api.yaml', findings };
  const printed = [terminalText, junitText, sarifText, annotationsText, markdownText]
    .map((write) => write(report, 'keyframe test'))
    .join('\n')
    .replaceAll(server.url.origin, 'http://127.0.0.1:3000')
    .replaceAll(/\s+/g, ' ');
  const blocks = [...reports.matchAll(/^```(text|xml)\n(.*?)^```$/gms)].map(([, , text = '']) => text);
  expect(blocks.length).toBeGreaterThan(3);
  for (const line of blocks.flatMap((text) => text.trim().split('\n')))
    expect(printed).toContain(line.trim().replaceAll(/\s+/g, ' '));
  const [shown = ''] = [...reports.matchAll(/^```json title="report.json[^\n]*\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );
  const { response: _, ...own } = findings[0] ?? {};
  const json = JSON.stringify(own).replaceAll(server.url.origin, 'http://127.0.0.1:3000');
  expect(JSON.parse(shown)).toEqual(JSON.parse(json));
});
