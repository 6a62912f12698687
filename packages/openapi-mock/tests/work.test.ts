// Every asynchronous document: its work starts, passes through its states, and ends as it is wished.

import { readdirSync } from 'node:fs';
import { formatOperation } from '@keyframe/openapi-model';
import type { StartedWork, Work } from '@keyframe/openapi-resources';
import { afterEach, expect, test } from 'vitest';
import type { MockOptions } from '../src/index.ts';
import { createDriver, type WorkDriver } from './work-driver.ts';

const FOLDER = new URL('../../openapi-resources/tests/async-documents', import.meta.url);
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.yaml', ''));
const MOST_STATES = 8;

let drivers: WorkDriver[] = [];
afterEach(() => {
  for (const { mock } of drivers) mock.close();
  drivers = [];
});

interface StartedMock {
  driver: WorkDriver;
  work: Work;
  started: StartedWork;
}

/** Starts each work of a document in a mock of its own. */
async function startAll(name: string, prefer?: string, options?: MockOptions): Promise<StartedMock[]> {
  const { works, mock } = await createDriver(name);
  mock.close();
  return Promise.all(
    works.map(async (_, index) => {
      const driver = await createDriver(name, options);
      drivers.push(driver);
      const work = driver.works[index];
      const [started] = work ? driver.list(work, await driver.start(work, prefer)) : [];
      if (!work || !started) throw new Error(`${work && formatOperation(work.start)} started no work`);
      return { driver, work, started };
    }),
  );
}

/** Reads work until it does not wait, and returns the phases and words on the way. */
async function readAll({ driver, started }: StartedMock): Promise<{ phases: string[]; words: string[] }> {
  const phases: string[] = [];
  const words: string[] = [];
  for (let index = 0; index < MOST_STATES && (index === 0 || phases.at(-1) === 'waiting'); index += 1) {
    if (index > 0) await driver.mock.advance();
    const { phase, word = '' } = await driver.read(started);
    phases.push(phase);
    words.push(word);
  }
  return { phases, words };
}

test.each(NAMES)('the work of %s waits, succeeds and stays at its end', async (name) => {
  const all = await startAll(name);
  expect(all.length).toBeGreaterThan(0);
  for (const started of all) {
    const { phases, words } = await readAll(started);
    // Success and failure of a batch are counted inside.
    expect(phases.at(-1)).toBe(words.at(-1) === 'ended' ? 'ended' : 'success');
    expect(new Set(phases.slice(0, -1))).toEqual(new Set(['waiting']));
    expect(new Set(words).size).toBe(words.length);
    await started.driver.mock.advance(3);
    expect((await started.driver.read(started.started)).word).toBe(words.at(-1));
  }
});

test.each(NAMES)('the result of %s exists once the work has succeeded', async (name) => {
  for (const { driver, work, started } of await startAll(name)) {
    if (work.result.kind !== 'operation') continue;
    const early = await driver.call(work.result.call, started);
    await readAll({ driver, work, started });
    const late = await driver.call(work.result.call, started);
    expect([early.response.status, late.response.status]).toEqual([409, 200]);
  }
});

// Their documents list no word of failure.
const WITHOUT_FAILURE = ['algolia-search', 'anthropic-batches'];

test.each(NAMES.filter((name) => !WITHOUT_FAILURE.includes(name)))(
  'the work of %s fails on demand',
  async (name) => {
    for (const started of await startAll(name, 'outcome=failure')) {
      const { phases } = await readAll(started);
      expect([phases[0], ['failure', 'cancelled'].includes(phases.at(-1) ?? '')]).toEqual(['waiting', true]);
    }
  },
);

test.each(NAMES)('cancelled work of %s ends', async (name) => {
  for (const { driver, work, started } of await startAll(name)) {
    if (!work.cancel) continue;
    const { response } = await driver.call(work.cancel, started);
    expect(response.status).toBeLessThan(300);
    const { phase } = await driver.read(started);
    const hasWord = work.states.cancelled.length > 0 || work.states.outcome !== undefined;
    expect(hasWord ? ['cancelled'] : ['ended', 'failure']).toContain(phase);
  }
});

const DAY_MS = 86_400_000;

/** Reads the result of work, and returns the status. */
async function readResult({ driver, work, started }: StartedMock): Promise<number> {
  const { result } = work;
  const { response } = await driver.call(result.kind === 'operation' ? result.call : readCall(work), started);
  return response.status;
}

test.each([
  ['anthropic-batches', 404],
  ['firecrawl', 404],
  ['intercom', 404],
  ['sendgrid', 404],
])('the result of %s is gone after the time in its work', async (name, status) => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now, after: () => () => undefined };
  const all = await startAll(name, undefined, { clock });
  const [started] = all.filter(({ work }) => work.expiry !== undefined);
  if (!started) throw new Error('no work expires');
  await readAll(started);
  const { body } = (await started.driver.call(readCall(started.work), started.started)).response;
  const member = started.work.expiry?.split('/').at(-1) ?? '';
  expect(Object(body)[member]).toBe('2026-01-02T00:00:00.000Z');
  now += DAY_MS - 1;
  const before = await readResult(started);
  now += 1;
  expect([before, await readResult(started)]).toEqual([200, status]);
});

test.each([
  ['firecrawl', 404],
  ['intercom', 404],
  ['sendgrid', 404],
])('work of %s that still waits is gone after the time in it', async (name, status) => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now, after: () => () => undefined };
  const all = await startAll(name, undefined, { clock });
  const [started] = all.filter(({ work }) => work.expiry !== undefined);
  if (!started) throw new Error('no work expires');
  const read = async () => {
    const { response } = await started.driver.call(readCall(started.work), started.started);
    return response.status;
  };
  now += DAY_MS - 1;
  const before = await read();
  now += 1;
  expect([before, await read()]).toEqual([200, status]);
});

test.each([
  ['openai', ['expired'], 200],
  ['firecrawl', ['scraping'], 404],
])('the work of %s expires on demand', async (name, words, status) => {
  const all = await startAll(name, 'outcome=expired');
  const [started] = all.filter(
    ({ work: { expiry, states } }) => expiry || states.cancelled.includes('expired'),
  );
  if (!started) throw new Error('no work expires');
  const read = await readAll(started);
  expect(read.words).toEqual(expect.arrayContaining(words));
  expect(await readResult(started)).toBe(status);
});

test.each(NAMES)('%s has no work with an unknown id', async (name) => {
  for (const { driver, work, started } of await startAll(name)) {
    const unknown = Object.fromEntries(
      Object.entries(started.parameters).map(([key, value]) => [
        key,
        work.idArguments.includes(key.split('.')[1] ?? '') ? vary(value) : value,
      ]),
    );
    expect((await driver.call(readCall(work), { work, parameters: unknown })).response.status).toBe(404);
  }
});

function vary(id: string): string {
  return /^\d+$/.test(id) ? String(Number(id) + 7) : id.replace(/.$/, (last) => (last === 'e' ? 'f' : 'e'));
}

function readCall({ reader, address }: Work) {
  const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => ({
    location: 'path' as const,
    name,
  }));
  const listed = address.arguments.filter(
    ({ location, name }) => !names.some((one) => location === 'path' && one.name === name),
  );
  const all = [...names, ...listed];
  return {
    operation: reader,
    arguments: all.map(({ location, name }) => ({
      location,
      name,
      value: `$request.${location === 'body' ? 'body#/' : `${location}.`}${name}`,
    })),
  };
}
