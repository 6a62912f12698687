import type { Benchmark } from '../comparison.ts';
import { agents } from './agents.ts';
import { callbacks } from './callbacks.ts';
import { clientCalls } from './client-calls.ts';
import { clients } from './clients.ts';
import { costs } from './costs.ts';
import { gate } from './gate.ts';
import { generatedCode } from './generated-code.ts';
import { generation } from './generation.ts';
import { growth } from './growth.ts';
import { help } from './help.ts';
import { horizon } from './horizon.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { mock } from './mock.ts';
import { mockGate } from './mock-gate.ts';
import { mockState } from './mock-state.ts';
import { mockStateful } from './mock-stateful.ts';
import { results } from './results.ts';
import { server } from './server.ts';
import { status, statusHot, statusUnfinished } from './status.ts';
import { submissions } from './submissions.ts';
import { submissionsHot } from './submissions-hot.ts';
import { submissionsMock } from './submissions-mock.ts';
import { types } from './types.ts';
import { validation } from './validation.ts';
import { wait } from './wait.ts';

/** The benchmarks by their names on the command line, in the table's order. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  submissions,
  'submissions-mock': submissionsMock,
  'submissions-hot': submissionsHot,
  latency,
  status,
  'status-unfinished': statusUnfinished,
  'status-hot': statusHot,
  callbacks,
  results,
  server,
  validation,
  'client-calls': clientCalls,
  gate,
  help,
  generation,
  'generated-code': generatedCode,
  clients,
  types,
  mock,
  'mock-gate': mockGate,
  'mock-state': mockState,
  'mock-stateful': mockStateful,
  growth,
  horizon,
  costs,
  memory,
  wait,
  agents,
};

/** Those that take minutes each: they run only when they are named. */
export const LONG: readonly string[] = [
  'server',
  'generation',
  'generated-code',
  'clients',
  'types',
  'mock',
  'mock-gate',
  'mock-state',
  'mock-stateful',
  'growth',
  'horizon',
  'costs',
  'memory',
  'wait',
  'agents',
];
