#!/usr/bin/env node
// Command: serves the mock until it receives a signal to stop.
import { requireNode } from '@keyframe/openapi-tooling/command/node';
import packageJson from '../package.json' with { type: 'json' };

requireNode('keyframe-mock', packageJson.engines.node);
const [{ readCliOptions }, { MockError }, { startMock }] = await Promise.all([
  import('./cli-options.ts'),
  import('./mock-error.ts'),
  import('./start-mock.ts'),
]);

const HELP = `keyframe-mock [--port 4010] [--host 127.0.0.1] [--pace real|fast|manual] [--no-callbacks]
              [--allow-callbacks <host>] [--allow-origin <origin>] [--allow-host <host>]
              [--fault 'POST /v1/videos/generations=500'] [--engine stateful|prism]

Mocks the API of its contract: tasks pass through their states, results play, credits are spent. With --engine prism,
Prism serves the examples instead. Options that allow or set something may be repeated. MOCK_PORT and HOST set the
defaults of the options.`;

function usage(url: string): string {
  return `Mock of the API: ${url}

  curl -i ${url}/v1/tasks -H 'Authorization: Bearer sk_test_any'

The header Prefer selects any documented response, by its status or by the name of an example:
  -H 'Prefer: code=429'
  -H 'Prefer: code=200, example=failed'
`;
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isTaken = error instanceof MockError && error.code === 'port_taken';
  return isTaken ? `${error.message} Choose another one with --port or MOCK_PORT.` : error.message;
}

async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  const options = readCliOptions(args, process.env);
  const mock = await startMock({ ...options, log: (line) => console.error(line) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.stop());
  mock.failed.then(async () => {
    process.exitCode = 1;
    await mock.stop();
  });
  console.log(usage(mock.url));
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = error instanceof MockError ? 1 : 2;
});
