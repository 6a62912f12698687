// Credentials in a header, in the query and in a cookie, and a server that echoes all of them: no report of any tool
// contains one.
import { readFile } from 'node:fs/promises';
import { DOCUMENT, folderWith, serve, WORKFLOW } from '@keyframe/contract-gate/testing';
import { expect, test } from 'vitest';
import { gate } from './run-gate.ts';

const SECRETS = {
  authorization: 'bearer-of-ada-77',
  'X-Secret-Key': 'header-key-88',
  api_key: 'query-key/+99',
  session: 'cookie-key"11',
  input: 'input=key,22==',
};

const schemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  header: { type: 'apiKey', in: 'header', name: 'X-Secret-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
};

const document = {
  ...DOCUMENT,
  security: [{ bearer: [], header: [], query: [], cookie: [] }],
  components: { securitySchemes: schemes },
};

const FORMATS = ['json', 'junit', 'sarif', 'html', 'markdown'];

function createConfig(url: string): string {
  const { authorization, input, ...keys } = SECRETS;
  const access = {
    url,
    headers: { authorization: `Bearer ${authorization}`, ...keys },
    workflowInputs: { key: input },
  };
  return `export const config = { apis: { things: {
  document: 'openapi.json',
  server: async () => (${JSON.stringify(access)}),
  respect: { workflows: 'workflows.json' },
  dredd: {},
  prismProxy: {},
  test: { seed: 1, timeout: '3s' },
  report: ${JSON.stringify(Object.fromEntries(FORMATS.map((format) => [format, `report.${format}`])))},
} } };`;
}

test('no format of a report contains credentials, regardless of the tool with the finding', async () => {
  // "id" holds what was sent, "size" is missing.
  await using server = await serve(({ query, headers }) => ({
    status: 200,
    headers: { 'x-echo': encodeURIComponent(JSON.stringify(headers)) },
    body: { id: JSON.stringify({ headers, query: [...query] }) },
  }));
  const [workflow] = WORKFLOW.workflows;
  const [step] = workflow?.steps ?? [];
  const parameters = [...(step?.parameters ?? []), { in: 'query', name: 'key', value: '$inputs.key' }];
  const inputs = { type: 'object', properties: { key: { type: 'string' } } };
  await using folder = await folderWith({
    'openapi.json': document,
    'workflows.json': { ...WORKFLOW, workflows: [{ ...workflow, inputs, steps: [{ ...step, parameters }] }] },
    'keyframe.config.ts': createConfig(server.url.href.replace(/\/$/, '')),
  });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder.at('summary.md') };
  const { code, stdout, stderr } = await gate(['ci'], { cwd: folder.path, env });
  expect(code, stderr).toBe(1);
  // They were sent, each where it belongs.
  const whole = server.requests.find(({ query, headers }) => query.has('api_key') && headers.cookie);
  expect(whole?.query.get('api_key')).toBe(SECRETS.api_key);
  expect(server.requests.map(({ query }) => query.get('key'))).toContain(SECRETS.input);
  const names = [...FORMATS.map((format) => `report.${format}`), 'summary.md'];
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(folder.at(name), 'utf8')] as const),
  );
  const [, json = ''] = files[0] ?? [];
  const findings: { check: string; request?: object }[] = JSON.parse(json).findings;
  const checks = ['respect-step', 'dredd-transaction', 'prism-violation', 'body-schema'];
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(checks));
  const request = findings.find(({ check }) => check === 'prism-violation')?.request;
  expect(request).toMatchObject({
    url: expect.stringContaining('?api_key=$CREDENTIALS'),
    headers: expect.arrayContaining([
      ['authorization', 'Bearer $CREDENTIALS'],
      ['X-Secret-Key', '$CREDENTIALS'],
      ['cookie', 'session=$CREDENTIALS'],
    ]),
  });
  for (const [name, text] of [...files, ['stdout', stdout], ['stderr', stderr]] as const) {
    for (const part of ['of-ada', 'header-key', 'query-key', 'cookie-key', 'input-key'])
      expect(text, name).not.toContain(part);
  }
});
