import { expect, test } from 'vitest';
import type { PrismProcess } from './prism-process.ts';
import { supervisePrism } from './supervised-prism.ts';

/** Creates Prism processes that end on command. */
function givenPrisms() {
  const dying: ((how: string) => void)[] = [];
  const warnings: string[] = [];
  let time = 0;
  let isStarting = true;
  const start = async (): Promise<PrismProcess> => {
    if (!isStarting) throw new Error('no memory');
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    dying.push(resolve);
    return {
      url: `http://prism/${dying.length}`,
      ended,
      stop: async () => resolve('SIGTERM'),
    };
  };
  return {
    supervision: { start, warn: (line: string) => warnings.push(line), now: () => time },
    warnings,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    startNoMore: () => {
      isStarting = false;
    },
    die: async (how = 'SIGKILL') => {
      dying.at(-1)?.(how);
      // The restart is behind a few turns of the queue of promises.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('starts Prism again after it died, and reports it', async () => {
  const { supervision, warnings, die } = givenPrisms();
  const prism = await supervisePrism(supervision);
  expect((await prism.current()).url).toBe('http://prism/1');
  await die();
  expect((await prism.current()).url).toBe('http://prism/2');
  expect(warnings).toEqual(['Prism died (SIGKILL); restarting it.']);
  await prism.stop();
});

test('the sixth death within a minute is the last one', async () => {
  const { supervision, warnings, die, pass } = givenPrisms();
  const prism = await supervisePrism(supervision);
  for (let death = 1; death <= 6; death += 1) {
    await die('exit code 1');
    pass(9_000);
  }
  const message = 'Prism died 6 times in 60 seconds (exit code 1).';
  await expect(prism.current()).rejects.toThrow(message);
  expect((await prism.failed).message).toBe(message);
  expect(warnings.at(-1)).toBe(message);
});

test('deaths that are rare go on for ever', async () => {
  const { supervision, die, pass } = givenPrisms();
  const prism = await supervisePrism(supervision);
  for (let death = 1; death <= 20; death += 1) {
    await die();
    pass(15_000);
  }
  expect((await prism.current()).url).toBe('http://prism/21');
  await prism.stop();
});

test('a Prism that does not start again is the end', async () => {
  const { supervision, die, startNoMore } = givenPrisms();
  const prism = await supervisePrism(supervision);
  startNoMore();
  await die();
  expect(await prism.failed).toMatchObject({ code: 'died', cause: { message: 'no memory' } });
});

test('a stop is no death', async () => {
  const { supervision, warnings } = givenPrisms();
  const prism = await supervisePrism(supervision);
  await prism.stop();
  await prism.stop();
  expect(warnings).toEqual([]);
});
