import { expect, test } from 'vitest';
import type { ApiConfig } from './keyframe-config.ts';
import { readSection } from './section-values.ts';

const API: ApiConfig = {
  document: 'openapi.yaml',
  read: { lenient: true, conventions: { steady: /^x$/i } },
  outputs: { client: { out: 'client', groupByTag: true } },
  server: 'http://127.0.0.1:3000',
  baseline: 'baseline.json',
  report: { json: 'report.json' },
  mock: { port: 4010, lenient: false } as object,
  test: { workers: 2 },
};
const OPTION = { description: '' };
const OPTIONS = {
  baseline: OPTION,
  'fail-on': OPTION,
  'group-by-tag': OPTION,
  lenient: OPTION,
  out: OPTION,
  port: OPTION,
  report: OPTION,
  server: OPTION,
  workers: OPTION,
};
const { 'fail-on': _failOn, ...WITHOUT_REPORT } = OPTIONS;

test.each([
  ['test', 'workers', 2, 'apis.a.test.workers'],
  ['test', 'server', 'http://127.0.0.1:3000', 'apis.a.server'],
  ['test', 'baseline', 'baseline.json', 'apis.a.baseline'],
  ['test', 'report', undefined, 'apis.a.report'],
  ['ci', 'report', API.report, 'apis.a.report'],
  ['test', 'lenient', true, 'apis.a.read.lenient'],
  ['mock', 'lenient', false, 'apis.a.mock.lenient'],
  ['client', 'group-by-tag', true, 'apis.a.outputs.client.groupByTag'],
] as const)('in the section %s, %s is %j, at %s', (...row) => {
  const [section, name, value, location] = row;
  const { find, label } = readSection({ name: 'a', api: API }, section, { options: OPTIONS });
  expect([find(name), label(name)]).toEqual([value, `keyframe.config.ts: ${location}`]);
});

test('the server under test is no option of a command without a report', () => {
  const { find } = readSection({ name: 'a', api: API }, 'mock', { options: WITHOUT_REPORT });
  expect(find('server')).toBeUndefined();
});
