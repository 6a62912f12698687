import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

const CONFIG = `{ apis: { things: {
  document: 'openapi.yaml',
  outputs: { client: { out: 'out/client' } },
  mock: { port: 0 },
  start: 'touch started && sleep 600',
} } }`;

interface Report {
  elapsedMs: number;
  findings: { kind: string; rule: string; file: string; line: number }[];
}

/** Runs `keyframe dev` and calls a function with each report, until the function returns false. */
async function runDev(
  onReport: (report: Report, index: number) => boolean,
): Promise<{ reports: Report[]; err: string }> {
  const interruption = new AbortController();
  const reports: Report[] = [];
  const { err } = await runKeyframe(['dev', '--json'], {
    signal: interruption.signal,
    out(text) {
      const report: Report = JSON.parse(text);
      reports.push(report);
      if (!onReport(report, reports.length - 1)) interruption.abort();
    },
  });
  return { reports, err };
}

/** Saves the document after the first generation, as an editor does; the start of the server follows the generation. */
function saveAfterStart(text: string, onSaved = () => {}): void {
  const timer = setInterval(() => {
    if (!existsSync('started')) return;
    clearInterval(timer);
    writeFileSync('openapi.yaml', text);
    onSaved();
  }, 20);
}

test('a breaking change is reported at file and line after the document is saved, and outputs follow', async () => {
  using _ = enterProject(CONFIG);
  let savedAtMs = 0;
  let reportedAtMs = 0;
  const { reports } = await runDev((_report, index) => {
    if (index > 0) {
      reportedAtMs = performance.now();
      return false;
    }
    saveAfterStart(DOCUMENT.replace('required: [id]', 'required: []'), () => {
      savedAtMs = performance.now();
    });
    return true;
  });
  expect(reports[0]?.findings.filter(({ kind }) => kind === 'breaking')).toEqual([]);
  expect(reports[1]?.findings).toContainEqual(
    expect.objectContaining({ kind: 'breaking', file: expect.stringContaining('openapi.yaml'), line: 14 }),
  );
  expect(existsSync('out/client/operations.ts')).toBe(true);
  // The goal is one second; a busy machine needs more.
  console.info(`A breaking change was reported ${Math.round(reportedAtMs - savedAtMs)} ms after saving.`);
});

test.each([
  ['be read', `${DOCUMENT}paths: [`],
  ['be generated from', DOCUMENT.replace('type: string', 'type: strin')],
])('a document that cannot %s is reported with its line, and the watch goes on', async (_case, broken) => {
  using _project = enterProject(CONFIG.replace('client: {', "server: { out: 'out/server' }, client: {"));
  const { reports, err } = await runDev((_report, index) => {
    const text = [broken, DOCUMENT][index];
    if (text !== undefined) saveAfterStart(text);
    return text !== undefined;
  });
  expect(reports).toHaveLength(3);
  expect(reports[1]?.findings).toContainEqual(
    expect.objectContaining({ kind: 'lint', level: 'error', line: expect.any(Number) }),
  );
  expect(reports[2]?.findings).toEqual([]);
  expect(err).toBe('');
});

const LISTED = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: The thing., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: The thing., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
components:
  schemas: { Thing: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } } }
`;
const SEED = 'resources: { "/things/{id}": [{ id: 7, value: { id: 7, name: Seven } }] }';

test.each([
  ['{}', 3],
  ['{ seedData: 5 }', 5],
  ["{ seedData: 'seed.yaml' }", 1],
  ['{ empty: true }', 0],
])(
  'with the settings %s, the list of the mock begins with %s resources, as that of the command',
  async (mock, expected) => {
    const settings = mock.replace('{', '{ port: 0,');
    const config = `{ apis: { things: { document: 'openapi.yaml', mock: ${settings} } } }`;
    for (const command of ['dev', 'mock']) {
      using _ = enterProject(config, { 'openapi.yaml': LISTED, 'seed.yaml': SEED });
      const interruption = new AbortController();
      let things: unknown;
      const watch = (text: string) => {
        const [, url] = /^Mock: (\S+)/m.exec(text) ?? [];
        if (url === undefined) return;
        void fetch(`${url}/things`)
          .then(async (response) => {
            things = await response.json();
          })
          .finally(() => interruption.abort());
      };
      await runKeyframe([command], { signal: interruption.signal, out: watch, err: watch });
      expect(things).toHaveLength(expected);
    }
  },
);

test('a fault that no longer fits the document is reported, and the mock goes on', async () => {
  const config =
    "{ apis: { things: { document: 'openapi.yaml', mock: { port: 0, fault: ['POST /things=500'] } } } }";
  using _ = enterProject(config, { 'openapi.yaml': LISTED });
  const interruption = new AbortController();
  let url = '';
  let status: number | undefined;
  const { status: exit } = await runKeyframe(['dev'], {
    signal: interruption.signal,
    err(text) {
      const [, served] = /^Mock: (\S+)/m.exec(text) ?? [];
      if (served !== undefined) {
        url = served;
        writeFileSync('openapi.yaml', LISTED.replaceAll('post:', 'put:'));
      }
      if (!text.includes('The mock answers by the earlier document: ')) return;
      void fetch(`${url}/things`)
        .then((response) => {
          ({ status } = response);
        })
        .finally(() => interruption.abort());
    },
  });
  expect([status, exit]).toEqual([200, 0]);
});

test('operations with problems are reported, and omitted with skipUnsupported', async () => {
  const broken = `${DOCUMENT}  /gone:
    get: { operationId: getGone, responses: { '200': { $ref: '#/components/responses/Gone' } } }
`;
  const config = CONFIG.replace('outputs:', 'read: { skipUnsupported: true }, outputs:');
  using _ = enterProject(config, { 'openapi.yaml': broken });
  const interruption = new AbortController();
  const reports: Report[] = [];
  // Everything is generated when the server starts.
  const timer = setInterval(() => existsSync('started') && interruption.abort(), 20);
  await runKeyframe(['dev', '--json'], {
    signal: interruption.signal,
    out: (text) => reports.push(JSON.parse(text)),
  });
  clearInterval(timer);
  expect(reports[0]?.findings).toMatchObject([
    { level: 'warning', message: expect.stringContaining('Gone has no target'), line: 16 },
  ]);
  const generated = readFileSync('out/client/operations.ts', 'utf8');
  expect([generated.includes('getThing'), generated.includes('getGone')]).toEqual([true, false]);
});

test.each([
  [(port: number) => `{ port: ${port} }`, (port: number) => `cannot listen on port ${port}`],
  [() => "{ port: 0, fault: ['x'] }", () => 'A fault must be written as'],
])('a mock that cannot be served is wrong configuration, not a bug: %s', async (mock, message) => {
  await using occupied = await listen(createServer());
  const port = Number(new URL(occupied.url).port);
  using _project = enterProject(`{ apis: { things: { document: 'openapi.yaml', mock: ${mock(port)} } } }`);
  const { status, err } = await runKeyframe(['dev', '--json']);
  expect(status).toBe(2);
  expect(err).toContain(message(port));
});
