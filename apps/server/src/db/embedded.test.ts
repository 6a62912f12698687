import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedDatabase } from './embedded.ts';

async function givenDataDirectory(mode: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-embedded-'));
  await chmod(directory, mode);
  onTestFinished(async () => {
    const elsewhere = await readFile(join(directory, 'postgres-location'), 'utf8').catch(() => undefined);
    if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true });
    await rm(directory, { recursive: true, force: true });
  });
  return directory;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

test.each([
  ['that anyone may enter', 0o755],
  ['that only its user may enter, as a home is', 0o700],
])('a second start continues with the data, in a folder %s', async (_, mode) => {
  const directory = await givenDataDirectory(mode);
  const first = await startEmbeddedDatabase(directory);
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await startEmbeddedDatabase(directory);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('a server that a killed run left behind is replaced', async () => {
  const directory = await givenDataDirectory(0o755);
  const orphan = await startEmbeddedDatabase(directory);
  const next = await startEmbeddedDatabase(directory);
  await expect(query(orphan.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('a path that is no folder is refused with the name of its variable', async () => {
  await expect(startEmbeddedDatabase('/dev/null/data')).rejects.toThrow(/^KEYFRAME_DATA must be a folder/);
});

test('a folder that cannot be written is refused with the name of its variable, before anything else', async () => {
  const directory = await givenDataDirectory(0o755);
  // Root, which tests may run as, can write to a read-only folder.
  await mkdir(join(directory, 'owner.pid'));
  await expect(startEmbeddedDatabase(directory)).rejects.toThrow(/^KEYFRAME_DATA must be a folder/);
  expect(await readdir(directory)).toEqual(['owner.pid']);
});

test('a folder that another running process uses is refused, with what to do', async () => {
  const directory = await givenDataDirectory(0o755);
  await writeFile(join(directory, 'owner.pid'), String(process.ppid));
  await expect(startEmbeddedDatabase(directory)).rejects.toThrow(
    `${directory} is in use by process ${process.ppid}: stop it, or set KEYFRAME_DATA`,
  );
});

test('a folder that a process of another user uses is refused as well', async () => {
  const directory = await givenDataDirectory(0o755);
  await writeFile(join(directory, 'owner.pid'), '4711');
  // The tests may run as root, which may signal any process.
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => kill.mockRestore());
  await expect(startEmbeddedDatabase(directory)).rejects.toThrow('is in use by process 4711');
  expect(kill).toHaveBeenCalledWith(4711, 0);
});
