// A few of the faults; `npm run mutants` gives the service all of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GateBench, startGateBench } from './breakable-service.ts';
import { SERVICE_MUTANTS } from './service-mutants.ts';

const TIME_MS = 120_000;

let bench: GateBench;
beforeAll(async () => {
  bench = await startGateBench(TIME_MS);
});
afterAll(() => bench?.[Symbol.asyncDispose]());

test.each([
  ['a balance is a text', 'body-schema'],
  ['a task has an unknown status', 'body-schema'],
  ['a submission has no Location', 'header-missing'],
  ['a callback is not signed', 'callback-header'],
])('a service in which %s is found by %s', async (name, check) => {
  const mutant = SERVICE_MUTANTS.find((one) => one.name === name);
  expect(mutant).toBeDefined();
  if (mutant) expect(await bench.run(mutant.operation, mutant)).toContain(check);
});
