import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { revokeKey } from '../keys/keys.queries.ts';
import { startBanner } from './banner.ts';
import { type DemoOwner, demoOwner } from './demo-owner.ts';

const { database } = useDatabase();
const URLS = { api: 'http://127.0.0.1:4000', mock: 'http://127.0.0.1:4010' };

async function givenDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-demo-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const readStored = (directory: string) => readFile(join(directory, 'demo-owner.json'), 'utf8');

test('the live key is shown once: no later start, and no file, has more of it than its hint', async () => {
  const directory = await givenDataDirectory();
  const first = await demoOwner(database, directory);
  expect(first.liveKey).toMatch(/^sk_live_[0-9A-Za-z]{32}$/);
  const later = await demoOwner(database, directory);
  expect(later).toMatchObject({ ...first, liveKey: undefined });
  expect(await readdir(directory)).toEqual(['demo-owner.json']);
  expect(await readStored(directory)).not.toContain(`sk_live_${first.liveKey?.slice(8, 12)}`);
  expect((await stat(join(directory, 'demo-owner.json'))).mode & 0o777).toBe(0o600);
  expect(startBanner(URLS, { owner: first })).toContain(String(first.liveKey));
  // The first request of a newcomer spends no live credits.
  expect(startBanner(URLS, { owner: first })).not.toContain(`Bearer ${first.liveKey}`);
  const banner = startBanner(URLS, { owner: later });
  expect(banner).not.toContain(String(first.liveKey));
  expect(banner).toContain(`Live key   sk_live_…${first.liveKey?.slice(-4)}`);
  expect(banner).toContain(`npm run --silent admin -- key create --owner ${first.ownerId} --mode live`);
  expect(banner).toContain(`Authorization: Bearer ${first.testKey}`);
});

test('the console has the host of its links at each start, since a session belongs to a host', () => {
  const operatorLink = 'http://localhost:4000/console/setup#token=x';
  expect(startBanner(URLS, { operatorLink })).toContain(`Console    ${operatorLink}`);
  expect(startBanner(URLS, {})).toContain('Console    http://localhost:4000/console/\n');
});

test('without a team, the start explains how to create one, and shows no key', () => {
  const banner = startBanner(URLS, {});
  expect(banner).toContain('This start creates no team.');
  expect(banner).toContain('npm run --silent admin -- team create');
  expect(banner).not.toContain('sk_');
});

test.each(['', '{"ownerId": "own_', '[]'])('a file that holds %j is replaced', async (torn) => {
  const directory = await givenDataDirectory();
  await writeFile(join(directory, 'demo-owner.json'), torn);
  const owner = await demoOwner(database, directory);
  expect(JSON.parse(await readStored(directory))).toMatchObject({
    ownerId: owner.ownerId,
    testKey: owner.testKey,
  });
});

test('an owner whose live key was revoked, or is of an earlier version, is replaced', async () => {
  const directory = await givenDataDirectory();
  const first = await demoOwner(database, directory);
  const { liveKeyId } = JSON.parse(await readStored(directory)) as { liveKeyId: string };
  await revokeKey(database, liveKeyId);
  const second = await demoOwner(database, directory);
  expect(second.ownerId).not.toBe(first.ownerId);
  const earlier = { ownerId: second.ownerId, liveKey: second.liveKey, testKey: second.testKey };
  await writeFile(join(directory, 'demo-owner.json'), JSON.stringify(earlier));
  const third: DemoOwner = await demoOwner(database, directory);
  expect(third.liveKey).toBeDefined();
  expect(await readStored(directory)).not.toContain(String(second.liveKey));
});
