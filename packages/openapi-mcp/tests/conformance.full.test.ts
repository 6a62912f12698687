// The conformance suite of the protocol: every scenario of tools, and those of tasks, which are optional.
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createToolServer, serveHttp } from '../src/index.ts';
import failures from './conformance-failures.json' with { type: 'json' };
import { createConformanceService } from './conformance-service.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const DOCUMENT = join(import.meta.dirname, 'conformance.yaml');

const SCENARIOS = [
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-error',
  'tools-call-with-progress',
  'dns-rebinding-protection',
];
const PASSED: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', ...SCENARIOS],
  '2026-07-28': [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-headers',
    'tasks-request-state-removal',
    'http-header-validation',
    ...SCENARIOS,
  ],
};
/** Checks that fail, since a document has no operations for them. */
const expected = new Set(Object.values(failures).flat());

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Runs the suite of a revision, and returns the checks by scenario. */
async function runSuite(url: string, revision: string): Promise<Map<string, Check[]>> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'openapi-mcp-conformance-'));
  const words = [SUITE, 'server', '--url', url, '--requirements', revision, '-o', folder.path];
  // Its exit status counts the failures that are expected as well.
  await new Promise((resolve) => execFile(process.execPath, words, { cwd: folder.path }, resolve));
  return new Map(
    readdirSync(folder.path).map((name) => [
      name.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, ''),
      JSON.parse(readFileSync(join(folder.path, name, 'checks.json'), 'utf8')),
    ]),
  );
}

test.each(Object.entries(PASSED))(
  'revision %s: the suite finds no failure but for what documents do not offer',
  async (revision, scenarios) => {
    const fetch = createConformanceService();
    await using served = await serveHttp(createToolServer(await loadDocument(DOCUMENT), { fetch }));
    const results = await runSuite(served.url, revision);
    const failed = [...results.values()].flat().filter(({ status }) => status === 'FAILURE');
    expect(failed.filter(({ id }) => !expected.has(id))).toEqual([]);
    for (const scenario of scenarios) {
      const checks = results.get(scenario) ?? [];
      expect(
        checks.some(({ status }) => status === 'SUCCESS'),
        scenario,
      ).toBe(true);
      expect(
        checks.every(({ status }) => status !== 'FAILURE'),
        scenario,
      ).toBe(true);
    }
  },
);
