import { expect, test } from 'vitest';
import { EXPORTS_DOCUMENT, startExportService } from './export-service.ts';
import { enterProject, runKeyframe } from './run-keyframe.ts';

const CONFIG = "{ apis: { exports: { document: 'exports.json' } } }";
const FILES = { 'exports.json': EXPORTS_DOCUMENT };

test.each([
  ['completed', 0, '[1,2]', []],
  ['failed', 1, '{"id":"e1","status":"failed"}', ['{"event":"failure","state":"failed"}']],
  ['cancelled', 4, '{"id":"e1","status":"cancelled"}', ['{"event":"cancelled","state":"cancelled"}']],
])(
  'call --wait prints the result of work that has %s, and exits with %i',
  async (...[end, status, result, last]) => {
    using _ = enterProject(CONFIG, FILES);
    await using service = await startExportService(end);
    const words = 'call exports.json createExport --param format=csv --wait --json'.split(' ');
    const { out, err, ...outcome } = await runKeyframe([...words, '--server', service.url]);
    expect([outcome.status, out]).toEqual([status, result]);
    const steps = err.split('\n').filter((line) => line.startsWith('{'));
    expect(steps).toEqual([
      expect.stringMatching(/^\{"event":"starting","param":"Idempotency-Key=[\w-]+"\}$/),
      '{"event":"started","id":"e1"}',
      '{"event":"progress","state":"queued"}',
      '{"event":"progress","state":"running"}',
      `{"event":"progress","state":"${end}"}`,
      ...last,
    ]);
  },
);

test.each([
  ['createExport --param format=csv', '{"id":"e1","status":"queued"}'],
  ['exports createExport --param body={"format":"json"}', '{"id":"e1","status":"queued"}'],
  ['listRows', '{"rows":[1],"next_cursor":"b"}'],
  ['listRows --all', '[1,2]'],
  ['GET\u00a0/rows --param cursor=b', '{"rows":[2]}'],
])('call %s prints %s', async (line, result) => {
  using _ = enterProject(CONFIG, FILES);
  await using service = await startExportService();
  const words = line.split(' ').map((word) => word.replace('\u00a0', ' '));
  const { status, out } = await runKeyframe(['call', ...words, '--json', '--server', service.url]);
  expect([status, out]).toEqual([0, result]);
});

const OVERLAY = JSON.stringify({
  overlay: '1.0.0',
  info: { title: 'Work', version: '1' },
  actions: [
    { target: "$.paths['/exports'].post", update: { 'x-async': { result: '$response.body#/status' } } },
  ],
});

test.each([
  [[], '[1,2]'],
  [['--overlay', 'work.json'], '"completed"'],
])('call without --wait, and with %j, prints the command that waits', async (options, result) => {
  using _ = enterProject(CONFIG, { ...FILES, 'work.json': OVERLAY });
  await using service = await startExportService();
  const words = ['call', 'exports.json', 'createExport', '--param', 'format=csv', '--server', service.url];
  const { err } = await runKeyframe([...words, ...options]);
  const [, line = ''] = /: keyframe (wait .*)$/m.exec(err) ?? [];
  const { status, out } = await runKeyframe([...line.split(' '), '--json']);
  expect([status, out]).toEqual([0, result]);
});

test.each([
  [['call', 'createExprot'], 'Operation createExprot not found in exports.json. Did you mean createExport'],
  [
    ['call', 'createExport'],
    '- body: is required, {"type":"object","properties":{"format":{"enum":["csv","json"]}}',
  ],
  [['call', 'createExport', '--param', 'format=pdf'], '- body.format: '],
  [['call', 'createExport', '--param', 'fromat=csv'], '- fromat: unknown argument (known: body)'],
  [['call', 'createExport', '--param', 'format'], '--param must be <name>=<value> (got "format").'],
  [['call', 'getExport', '--param', 'id=1', '--wait'], 'getExport starts no work whose end is known'],
  [['call', 'getExport', '--param', 'id=1', '--all'], '--all: getExport has no pages.'],
  [['wait', 'listRows', '1'], 'listRows starts no work whose end is known'],
  [['wait', 'createExport'], 'Expected [<document>] and <operation> and <id>'],
])('%j is rejected before anything is sent', async (words, message) => {
  using _ = enterProject(CONFIG, FILES);
  await using service = await startExportService();
  const { status, out, err } = await runKeyframe([...words, '--server', service.url]);
  expect([status, out, service.lines]).toEqual([2, '', []]);
  expect(err).toContain(message);
});

test('a failure of the service is on standard error, without the key', async () => {
  using _ = enterProject(CONFIG, FILES);
  await using service = await startExportService();
  const words = ['call', 'listRows', '--param', 'cursor=secret', '--server', service.url];
  const { status, out, err } = await runKeyframe(words, { env: { API_KEY: 'secret' } });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('{"reason":"not yours"}');
  expect(err).not.toContain('secret');
});
