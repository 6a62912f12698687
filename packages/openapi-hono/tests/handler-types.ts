// Types of handlers: exactly the lines under @ts-expect-error must be errors.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Registers the test for a version of TypeScript. */
export function testHandlerTypes(version: 7 | 5.9): void {
  test(`under TypeScript ${version} what a document does not allow does not compile, and all that it allows does`, async () => {
    const { document } = await loadDocument(join(FIXTURES, 'typed.yaml'));
    await using folder = await generateIntoFolder(document);
    await copyFile(join(FIXTURES, 'typed-use.txt'), join(folder.path, 'use.ts'));
    expect(await compileFolder(folder, version)).toBe('');
  });
}
