import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const SOURCES = join(import.meta.dirname, '../src');
const MIGRATIONS = join(SOURCES, 'db/migrations');

const api = useServer(async () => ({ ROLE: 'api' }));

/** Lists the sources whose functions run during some work, as V8 counts calls. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    );
    return called
      .map(({ url }) => relative(SOURCES, url.startsWith('file:') ? fileURLToPath(url) : url))
      .filter((path) => !path.startsWith('..'))
      .sort();
  } finally {
    session.disconnect();
  }
}

/** The migration that says what a function of the database is now. */
function definitionOf(name: string): string {
  const defining = readdirSync(MIGRATIONS)
    .filter((file) => readFileSync(join(MIGRATIONS, file), 'utf8').includes(`FUNCTION ${name}(`))
    .sort();
  return join('db/migrations', defining.at(-1) ?? name);
}

test('a reader follows a submission from its route to its row through at most 20 files', async () => {
  const { key } = await givenOwner(api.connection);
  let sent = 0;
  const submit = async () => {
    const json = {
      model: 'video-2-0',
      callback_url: 'https://hooks.example.com/',
      input: {
        prompt: 'a lighthouse',
        generation_type: 'reference-to-video',
        image_urls: ['https://images.example.com/1.png'],
        video_urls: ['https://videos.example.com/1.mp4'],
      },
    };
    sent += 1;
    const headers = { 'idempotency-key': `path-${sent}` };
    const response = await api.request('/v1/videos/generations', { key, json, headers });
    expect(response.status).toBe(202);
  };
  // The first one opens connections, and loads what is loaded once.
  await submit();
  const files = [...(await filesOf(submit)), definitionOf('accept_submissions')];
  expect(files).toEqual(
    expect.arrayContaining(['http/operations/create-video-generation.ts', 'tasks/submissions.queries.ts']),
  );
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(20);
});
