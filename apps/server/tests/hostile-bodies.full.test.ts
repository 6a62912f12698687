import { test } from 'vitest';
import { expectSteadyMemory, useBodyServer } from './support/hostile-bodies.ts';

const server = useBodyServer();

test('after 200 MB of hostile bodies the process holds less than 64 MB more than at their start', () =>
  expectSteadyMemory(server, 200));
