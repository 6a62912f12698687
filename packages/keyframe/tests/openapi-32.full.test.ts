// A document of OpenAPI 3.2 through the gate, the docs, and Schemathesis as a second opinion.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runConformance } from '@keyframe/contract-gate';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { DOCUMENT, startMock, startServer } from './one-document.ts';

const run = promisify(execFile);
const REFERENCE = join(import.meta.dirname, '../../../apps/docs/src/reference-site.ts');
/** The command of Schemathesis: `pip install schemathesis==4.32.5`. */
const { SCHEMATHESIS } = process.env;

async function findFindings(url: string): Promise<string[]> {
  const { findings } = await runConformance({
    document: await loadDocument(DOCUMENT),
    server: new URL(url),
    seed: 1,
    maxTimeMs: 120_000,
    workers: 2,
  });
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

test.each([
  ['server', startServer],
  ['mock', startMock],
])('contract-gate finds nothing in the %s', async (_, start) => {
  await using server = await start();
  expect(await findFindings(server.url)).toEqual([]);
});

/** Creates a folder that is removed when it goes out of scope. */
async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'openapi-32-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('the docs show streams, QUERY and the query that is one value', async () => {
  await using folder = await createFolder();
  await run(process.execPath, [REFERENCE, DOCUMENT, '--out', folder.path]);
  const files = await readdir(folder.path, { recursive: true });
  const pages = await Promise.all(
    files.filter((file) => file.endsWith('.md')).map((file) => readFile(join(folder.path, file), 'utf8')),
  );
  const text = pages.join('\n');
  for (const shown of ['text/event-stream', 'application/jsonl', 'QUERY', 'filter', 'status']) {
    expect(text).toContain(shown);
  }
});

test.skipIf(SCHEMATHESIS === undefined)(
  'Schemathesis finds nothing in the server (skipped without SCHEMATHESIS, its command)',
  async () => {
    await using server = await startServer();
    // It stores its corpus in the current folder.
    await using folder = await createFolder();
    const words = ['run', DOCUMENT, '--url', server.url, '--seed', '1', '--no-color', '--max-examples', '50'];
    const output = await run(SCHEMATHESIS ?? '', words, { cwd: folder.path }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect([...output.matchAll(/^ *- [A-Z]{2}\d+ .+$/gm)].map(([line]) => line)).toEqual([]);
    expect(output).toContain('4 selected');
  },
);
