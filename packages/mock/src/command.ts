import { defineCommand, type Streams, UsageError, type Values } from '@keyframe/cli/command';
import { PACES } from '@keyframe/openapi-mock';
import { MockError } from './mock-error.ts';
import { ENGINES, type MockOptions } from './mock-options.ts';
import { startMock } from './start-mock.ts';

const DEFAULT_PORT = 4010;
const MAX_PORT = 65_535;

const OPTIONS = {
  port: { value: '<port>', description: `listen on this port; MOCK_PORT, or ${DEFAULT_PORT}, by default` },
  host: { value: '<host>', description: 'listen on this address; HOST, or 127.0.0.1, by default' },
  pace: { value: '<pace>', description: 'how fast tasks proceed', choices: PACES, default: 'real' },
  'no-callbacks': { description: 'send no callbacks' },
  'allow-callbacks': {
    value: '<host>',
    description: 'send callbacks there (repeatable)',
    isRepeatable: true,
  },
  'allow-origin': { value: '<origin>', description: 'answer its pages (repeatable)', isRepeatable: true },
  'allow-host': { value: '<host>', description: 'answer requests to it (repeatable)', isRepeatable: true },
  fault: {
    value: '<fault>',
    description: 'POST /v1/videos/generations=500 (repeatable)',
    isRepeatable: true,
  },
  engine: {
    value: '<engine>',
    description: 'prism serves the examples instead',
    choices: ENGINES,
    default: 'stateful',
  },
} as const;

/** Serves the mock until it receives a signal to stop. */
export const MOCK_COMMAND = defineCommand({
  name: 'keyframe-mock',
  summary: 'serve the mock',
  description:
    'Mocks the API of its contract: tasks pass through their states, results play, credits are spent.',
  arguments: [],
  options: OPTIONS,
  async run({ values }, streams) {
    const mock = await startMock({ ...readOptions(values, streams.env), log: streams.err });
    streams.out(describeUse(mock.url));
    const failure = await Promise.race([mock.failed, waitForSignal(streams)]);
    await mock.stop();
    if (failure === undefined) return 0;
    streams.err(failure.message);
    return 1;
  },
});

/** Returns what to do about an error of the mock. */
export function findRemedy(error: unknown): string | undefined {
  const isTaken = error instanceof MockError && error.code === 'port_taken';
  return isTaken ? 'Choose another one with --port or MOCK_PORT.' : undefined;
}

/** Completes the options by `MOCK_PORT` and `HOST`; throws an error that names a wrong one. */
export function readOptions(
  values: Values<typeof OPTIONS>,
  env: Streams['env'],
): Required<Omit<MockOptions, 'log'>> {
  return {
    port: parsePort(values.port, '--port') ?? parsePort(env.MOCK_PORT, 'MOCK_PORT') ?? DEFAULT_PORT,
    host: values.host || env.HOST || '127.0.0.1',
    callbacks: !values['no-callbacks'],
    allowCallbacks: values['allow-callbacks'],
    allowOrigins: values['allow-origin'],
    allowHosts: values['allow-host'],
    faults: values.fault,
    engine: values.engine,
    pace: values.pace,
  };
}

function parsePort(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new UsageError(
    `${name} must be a port from 0 to ${MAX_PORT} (got ${text || 'nothing'}); 0 takes a free one`,
  );
}

function waitForSignal({ signal }: Streams): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function describeUse(url: string): string {
  return `Mock of the API: ${url}

  curl -i ${url}/v1/tasks -H 'Authorization: Bearer sk_test_any'

The header Prefer selects any documented response, by its status or by the name of an example:
  -H 'Prefer: code=429'
  -H 'Prefer: code=200, example=failed'
`;
}
