// The test and the mock of a document print the same kinds, roles and ids, in the same words.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@keyframe/openapi-mock';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const FOLDER = join(import.meta.dirname, '../../openapi-resources/tests/async-documents');

test.each(readdirSync(FOLDER))('mock and test explain %s equally', async (file) => {
  const path = join(FOLDER, file);
  const { out } = await runKeyframe(['test', path, '--explain']);
  const tested = out.trimEnd().split('\n');
  const mocked = createMock(await loadDocument(path)).explain();
  expect(mocked.slice(0, tested.length)).toEqual(tested);
  // The mock adds the bodies that it checks in part.
  expect([undefined, 'bodies that are checked in part:']).toContain(mocked[tested.length]);
});
