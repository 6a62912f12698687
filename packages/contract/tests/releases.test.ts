// Compares the contract with each of its releases: it must stay compatible.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Change, diffDocuments, loadVersion } from '@keyframe/contract-gate';
import { afterEach, expect, test } from 'vitest';

const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/spec/video/openapi.yaml'));
const FOLDER = dirname(CONTRACT);
const RELEASES = globSync('releases/*.json', { cwd: FOLDER });

const copies: string[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

/** Copies the contract and changes one of its files. */
function contractWith(file: string, change: (text: string) => string): string {
  const copy = mkdtempSync(join(tmpdir(), 'contract-'));
  copies.push(copy);
  cpSync(FOLDER, copy, { recursive: true });
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} is what it was.`);
  writeFileSync(path, after);
  return join(copy, 'openapi.yaml');
}

async function findBreaks(release: string, contract: string): Promise<Change[]> {
  const models = { old: await loadVersion(join(FOLDER, release)), new: await loadVersion(contract) };
  return diffDocuments(models).filter(({ level }) => level === 'error');
}

test.each(RELEASES)('OPEN-15 the contract breaks no client of %s', async (release) => {
  expect(await findBreaks(release, CONTRACT)).toEqual([]);
});

test('OPEN-15 reports a contract that rejects a request of a release, with an example', async () => {
  const contract = contractWith('schemas/GenerationSettings.yaml', (text) =>
    text.replace('maximum: 15', 'maximum: 14'),
  );
  const breaks = await findBreaks('releases/1.0.0.json', contract);
  expect(breaks).toMatchObject([
    {
      rule: 'request-maximum-decreased',
      operations: ['POST /v1/videos/generations'],
      witness: { input: { duration: 15 } },
    },
  ]);
});

test('OPEN-15 reports a contract whose responses may omit a member that a release requires', async () => {
  const contract = contractWith('schemas/CompletedTask.yaml', (text) =>
    text.replace('failed_reason, data]', 'failed_reason]'),
  );
  const [first] = await findBreaks('releases/1.0.0.json', contract);
  expect(first).toMatchObject({
    rule: 'response-property-became-optional',
    operations: ['GET /v1/tasks/{id}'],
  });
});
