import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, loadDocument } from '@keyframe/openapi-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLint } from '../src/lint/run-lint.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-gate-lint-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function listFindings(document: JsonObject): Promise<string[]> {
  const path = join(folder, 'api.json');
  await writeFile(path, JSON.stringify(document));
  const { findings, tools } = await runLint(path);
  expect(tools?.map(({ name, skipped }) => [name, skipped])).toEqual([
    ['doctor', undefined],
    ['redocly', undefined],
  ]);
  return findings.map(({ check, severity, pointer }) => `${severity} ${check} ${pointer}`);
}

test('an upgrade to OpenAPI 3.2 has no new finding', async () => {
  const path = fileURLToPath(import.meta.resolve('@readme/oas-examples/3.1/json/train-travel.json'));
  const { document } = await loadDocument(path);
  // Redocly and the doctor report these.
  const broken = { ...document, tags: [], components: { ...(document.components as object), schemas: {} } };
  for (const each of [document, broken]) {
    expect(await listFindings({ ...each, openapi: '3.2.0' })).toEqual(await listFindings(each));
  }
});
