import { readdir, readFile } from 'node:fs/promises';
import { PRODUCTION_ENV } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { ENTRIES, ROOT, readChart } from '../end-to-end/production-entries.ts';

/** Variables whose values belong to an installation: its addresses, folders, proxies, first team and kinds of processes. */
const OF_AN_INSTALLATION = new Set([
  ...['HOST', 'PUBLIC_URL', 'CLIENT_IP_HEADER', 'KEYFRAME_DATA', 'S3_BUCKET_URL', 'S3_REGION'],
  ...['DEMO_OWNER', 'ROLE'],
]);

test.each([...ENTRIES, readChart()])('%s has the settings of the proofs', (_, { env }) => {
  const settings = Object.entries(env).filter(([name]) => !OF_AN_INSTALLATION.has(name));
  expect(Object.fromEntries(settings)).toEqual(PRODUCTION_ENV);
});

/** Folders whose modules start servers. */
const HARNESSES = ['apps/server/tests', 'packages/acceptance/src', 'packages/bench/src'];
/** The server's function, and names of its script. */
const ENTRY = /\bstartServer\(|\bMAIN(_SCRIPT)?\b|server\/src\/main\.ts|listScripts\(\)\.main/;
/** Starts of a server: in the process, or by its script. */
const START = /\bstartServer\(|\[(\.\.\.flags, )?(MAIN_SCRIPT|script|MAIN)\]/g;
/** Modules that name an entry, and whose settings are those of another module. */
const STARTED_BY_OTHERS = new Set([
  // A script of `startProcess`.
  'apps/server/tests/support/failing-server.ts',
  'packages/acceptance/src/support/server-scripts.ts',
]);

async function readHarnesses(): Promise<{ path: string; text: string }[]> {
  const folders = await Promise.all(
    HARNESSES.map(async (folder) => {
      const files = await readdir(`${ROOT}${folder}`, { recursive: true });
      return files.filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file}`);
    }),
  );
  return Promise.all(
    folders.flat().map(async (path) => ({ path, text: await readFile(`${ROOT}${path}`, 'utf8') })),
  );
}

test('each harness starts servers with these settings', async () => {
  const starters = (await readHarnesses()).filter(
    ({ path, text }) =>
      ENTRY.test(text) && !STARTED_BY_OTHERS.has(path) && !path.endsWith('production-env.test.ts'),
  );
  expect(starters.length).toBeGreaterThan(8);
  const without = starters.filter(({ text }) => {
    const settings = text.split('...PRODUCTION_ENV').length - 1;
    return settings < Math.max(1, text.match(START)?.length ?? 0);
  });
  expect(without.map(({ path }) => path)).toEqual([]);
});

/** Suites that send each operation's requests: their servers compare the responses with the contract. */
const CHECKED =
  /\/(response-check|console-(keys|members|operators|operator-teams|searches|sign-in|tasks))\.test\.ts$/;

test('only suites of response checks turn the checks on', async () => {
  const names = ['RESPONSE_CHECK', ...Object.keys(PRODUCTION_ENV)].map((name) => `${name}:`);
  const others = (await readHarnesses()).filter(
    ({ path, text }) => !CHECKED.test(path) && names.some((name) => text.includes(name)),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});
