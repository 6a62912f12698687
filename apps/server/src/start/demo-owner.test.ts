import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { demoOwner } from './demo-owner.ts';

const { database } = useDatabase();

async function givenDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-demo-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('a second start finds the owner of the first, in a file that is its own', async () => {
  const directory = await givenDataDirectory();
  const first = await demoOwner(database, directory);
  expect(await demoOwner(database, directory)).toEqual(first);
  expect(await readdir(directory)).toEqual(['demo-owner.json']);
  expect((await stat(join(directory, 'demo-owner.json'))).mode & 0o777).toBe(0o600);
});

test.each(['', '{"ownerId": "own_', '[]'])('a file that holds %j is replaced', async (torn) => {
  const directory = await givenDataDirectory();
  const file = join(directory, 'demo-owner.json');
  await writeFile(file, torn);
  const owner = await demoOwner(database, directory);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(owner);
});
