// The types of openapi-client and those of openapi-typescript accept each other, so code may use either. Types of
// a client have no shared path items: the operations of webhooks are part of the webhooks. The stream is compared without
// its responses: openapi-typescript does not know items, so a stream is text to it.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import generateTypes, { astToString } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');
const SPEC = pathToFileURL(join(ROOT, 'spec/video/openapi.yaml'));
const OPTIONS = { arrayLength: true, emptyObjectsUnknown: true, defaultNonNullable: false };
const TARGET = 'openapi-typescript.ts';

const COMPARISON = `import type { components, operations, paths } from '../../src/generated/types.ts';
import type * as peer from './${TARGET}';

type Mutual<TLeft, TRight> = [TLeft] extends [TRight] ? ([TRight] extends [TLeft] ? true : false) : false;
export function assertType<_T extends true>(): void {}

type Stream = '/v1/tasks/{id}/events';
type WithoutStream<TOperations> = Omit<TOperations, 'streamTaskEvents'>;
type WithoutItems<TComponents extends { responses: object }> = Omit<TComponents, 'pathItems' | 'responses'> & {
  responses: Omit<TComponents['responses'], 'TaskEvents'>;
};

assertType<Mutual<Omit<paths, Stream>, Omit<peer.paths, Stream>>>();
assertType<Mutual<Omit<paths[Stream], 'get'>, Omit<peer.paths[Stream], 'get'>>>();
assertType<Mutual<WithoutItems<components>, WithoutItems<peer.components>>>();
assertType<Mutual<WithoutStream<operations>, WithoutStream<Pick<peer.operations, keyof operations>>>>();
assertType<Mutual<operations['streamTaskEvents']['parameters'], peer.operations['streamTaskEvents']['parameters']>>();
`;

const run = promisify(execFile);
await mkdir(join(PACKAGE, 'reports'), { recursive: true });
const folder = await mkdtemp(join(PACKAGE, 'reports/same-types-'));
afterAll(() => rm(folder, { recursive: true }));

/** Compiles the comparison and returns the lines of it that the compiler rejects. */
async function compile(): Promise<string[]> {
  const tsc = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false']);
  const { stdout } = await tsc.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line !== '');
}

await writeFile(join(folder, TARGET), astToString(await generateTypes(SPEC, OPTIONS)));
await writeFile(join(folder, 'comparison.ts'), COMPARISON);
await writeFile(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), include: ['*.ts'] }),
);

test('the types of the contract and those of openapi-typescript are assignable to each other', async () => {
  expect(await compile()).toEqual([]);
});

test('a difference in one member is reported', async () => {
  const text = await readFile(join(folder, TARGET), 'utf8');
  const changed = text.replace('credits: number', 'credits: string');
  expect(changed).not.toBe(text);
  await writeFile(join(folder, TARGET), changed);
  expect(await compile()).not.toEqual([]);
});
