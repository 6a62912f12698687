import type { Benchmark } from '../comparison.ts';
import { callbacks } from './service/callbacks.ts';
import { costs } from './service/costs.ts';
import { generation } from './service/generation.ts';
import { growth } from './service/growth.ts';
import { horizon } from './service/horizon.ts';
import { latency } from './service/latency.ts';
import { memory } from './service/memory.ts';
import { results } from './service/results.ts';
import { status, statusHot, statusUnfinished } from './service/status.ts';
import { submissions } from './service/submissions.ts';
import { submissionsHot } from './service/submissions-hot.ts';
import { submissionsMock } from './service/submissions-mock.ts';
import { wait } from './service/wait.ts';
import { agents } from './toolkit/agents.ts';
import { clientCalls } from './toolkit/client-calls.ts';
import { clients } from './toolkit/clients.ts';
import { gate } from './toolkit/gate.ts';
import { generatedCode } from './toolkit/generated-code.ts';
import { help } from './toolkit/help.ts';
import { mock } from './toolkit/mock.ts';
import { mockGate } from './toolkit/mock-gate.ts';
import { mockState } from './toolkit/mock-state.ts';
import { mockStateful } from './toolkit/mock-stateful.ts';
import { server } from './toolkit/server.ts';
import { types } from './toolkit/types.ts';
import { validation } from './toolkit/validation.ts';

const SHORT_BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  submissions,
  'submissions-mock': submissionsMock,
  'submissions-hot': submissionsHot,
  latency,
  status,
  'status-unfinished': statusUnfinished,
  'status-hot': statusHot,
  callbacks,
  results,
  validation,
  'client-calls': clientCalls,
  gate,
  help,
};

/** Those that take minutes each: they run only when they are named. */
const LONG_BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  server,
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

/** The benchmarks by their names on the command line. */
export const BENCHMARKS = { ...SHORT_BENCHMARKS, ...LONG_BENCHMARKS };

export const LONG = Object.keys(LONG_BENCHMARKS);
