// Types of handlers under both compilers: exactly the lines under @ts-expect-error must be errors.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { afterAll, expect, test } from 'vitest';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const folder = await generateIntoFolder((await loadDocument(join(FIXTURES, 'typed.yaml'))).document);
await copyFile(join(FIXTURES, 'typed-use.txt'), join(folder.path, 'use.ts'));

afterAll(() => folder[Symbol.asyncDispose]());

test.each([7, 5.9] as const)(
  'under TypeScript %s what a document does not allow does not compile, and all that it allows does',
  // A compiler takes seconds, and more beside others.
  { timeout: 120_000 },
  async (version) => {
    expect(await compileFolder(folder, version)).toBe('');
  },
);
