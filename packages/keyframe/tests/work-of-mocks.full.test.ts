// The suite of asynchronous work over the mocks of 30 published documents: every mock keeps its rules.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runConformance } from '@keyframe/contract-gate';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { formatOperation, loadDocument } from '@keyframe/openapi-model';
import { createReader, deriveWork } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../openapi-resources');
const NAMES = readdirSync(join(FOLDER, 'tests/async-documents')).map((file) => file.replace('.yaml', ''));

test.each(NAMES)('ASYNC-SUITE: the work of the mock of %s keeps its rules', async (name) => {
  const overlay = join(FOLDER, 'overlays', `${name}.yaml`);
  const document = await loadDocument(join(FOLDER, 'tests/async-documents', `${name}.yaml`), {
    overlays: existsSync(overlay) ? [overlay] : [],
  });
  const started = new Set<string>();
  const mock = createMock(document, {
    pace: 'fast',
    plugins: [
      {
        after: ({ operation }, outcome) => {
          if (outcome.status < 300) started.add(formatOperation(operation));
          return outcome;
        },
      },
    ],
  });
  await using server = await serveMock(mock, { port: 0 });
  const { findings } = await runConformance({
    document,
    server: new URL(server.url),
    seed: 1,
    // A mock has no data but its own.
    existingData: true,
    phases: ['work'],
    maxTimeMs: 200_000,
    workers: 4,
  });
  // The documents are shortened: most describe no 404.
  const problems = findings.filter(({ check }) => check !== 'status-undocumented');
  expect(problems.map(({ check, operation, message }) => [check, operation, message])).toEqual([]);
  const starts = deriveWork(createReader(document)).works.map(({ start }) => formatOperation(start));
  expect(starts.filter((start) => !started.has(start))).toEqual([]);
});
