// Every finding leads to a page that explains its check.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as checks from '../src/conformance/checks/index.ts';
import { DOCUMENT_RULES } from '../src/diff/document-rules.ts';
import { SCHEMA_RULES } from '../src/diff/schema/schema-rules.ts';
import type { Finding } from '../src/finding.ts';
import { OWN_CHECKS } from '../src/pages/own-checks.ts';
import { checkUrl, explainCheck } from '../src/pages/pages.ts';
import { htmlText } from '../src/report/html.ts';
import { sarifText } from '../src/report/machine-formats.ts';
import { markdownText } from '../src/report/markdown.ts';
import { terminalText } from '../src/report/terminal.ts';
import { createDocument, serve, testServer } from './serve.ts';

const CHECKS = [
  ...Object.values(checks).map(({ id }) => id),
  ...Object.keys(DOCUMENT_RULES),
  ...Object.keys(OWN_CHECKS),
  ...Object.keys(SCHEMA_RULES).flatMap((rule) =>
    ['request', 'response', 'callback-request', 'callback-response'].map((message) => `${message}-${rule}`),
  ),
  'redocly-operation-summary',
  'doctor-refused-examples',
];

test.each(CHECKS)('%s has a text, and its URL is that of a file', (check) => {
  expect(explainCheck(check)).toMatch(/^# \S+\n\n\S/);
  const [, path = ''] = checkUrl(check).split('/blob/main/');
  expect(existsSync(new URL(`../../../${path}`, import.meta.url))).toBe(true);
});

test('the URL of an unknown check is that of the README', () => {
  expect(checkUrl('nothing')).toMatch(/\/contract-gate\/README\.md$/);
});

test('the formats for people, and SARIF, link to the page', () => {
  const finding: Finding = {
    check: 'request-max-length-decreased',
    severity: 'error',
    pointer: '#',
    message: 'M',
    expected: 'E',
    received: 'R',
  };
  const report = { command: 'diff', document: 'a.yaml', findings: [finding] } as const;
  const page =
    'https://github.com/keyframe/keyframe/blob/main/packages/contract-gate/src/diff/schema/schema-rules.ts';
  const own = { ...report, findings: [...report.findings] };
  expect(htmlText(own, 'keyframe diff')).toContain(`<a href="${page}">request-max-length-decreased</a>`);
  expect(markdownText(own, 'keyframe diff')).toContain(`[\`request-max-length-decreased\`](${page})`);
  expect(terminalText(own, 'keyframe diff')).toContain(`  about     ${page}\n`);
  const { rules } = JSON.parse(sarifText(own)).runs[0].tool.driver;
  expect(rules).toEqual([{ id: 'request-max-length-decreased', helpUri: page }]);
});

const secret = { type: 'object', properties: { secret: { type: 'string', writeOnly: true } } };
const closed = { type: 'object', properties: {}, additionalProperties: false };

test.each([
  [secret, { secret: 's' }, '`secret` must not be present'],
  [closed, { more: 1 }, '`more` must not be present'],
  [{ type: 'object', properties: { a: { items: { maximum: 1 } } } }, { a: [2] }, '`a.0` is 2 (maximum: 1)'],
  [{ type: 'integer' }, 'x', 'the value is "x" (type: "integer")'],
])('describes an example of %j that is %j in words', async (schema, value, words) => {
  const content = { 'application/json': { schema, examples: { wrong: { value } } } };
  await using server = await serve(() => ({ status: 404 }));
  const document = createDocument({
    '/a': { get: { responses: { '200': { description: 'ok', content } } } },
  });
  const { findings } = await testServer(document, server.url, { maxTimeMs: 500, propertyRuns: 1 });
  const messages = findings.filter(({ check }) => check === 'example-invalid').map(({ message }) => message);
  expect(messages).toEqual([`An example does not match its schema: ${words}.`]);
});
