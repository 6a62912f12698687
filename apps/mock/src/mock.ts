// Command: serves the mock until it is told to stop.
import { readConfig } from './config.ts';
import { MockError } from './mock-error.ts';
import { startMock } from './start-mock.ts';

function usage(url: string): string {
  return `Mock of the API: ${url}

  curl -i ${url}/v1/tasks/task_1 -H 'Authorization: Bearer sk_test_any'

Any documented answer can be asked for with the header Prefer, by its status or by the name of an example:
  -H 'Prefer: code=429'
  -H 'Prefer: code=200, example=failed'
`;
}

async function run(): Promise<void> {
  const mock = await startMock({ ...readConfig(process.env), log: (line) => console.error(line) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.stop());
  mock.failed.then(async () => {
    process.exitCode = 1;
    await mock.stop();
  });
  console.log(usage(mock.url));
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof MockError ? 1 : 2;
});
