// Options of the command, else of the environment.
import { parseArgs } from 'node:util';
import type { MockOptions } from './start-mock.ts';

const DEFAULT_PORT = 4010;
const MAX_PORT = 65_535;

/** Reads `--port`, `--host` and `--no-callbacks`, and `MOCK_PORT` and `HOST`; throws an error that names a wrong one. */
export function readCliOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Pick<MockOptions, 'port' | 'host' | 'callbacks'> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'no-callbacks': { type: 'boolean', default: false },
    },
  });
  return {
    port: parsePort(values.port, '--port') ?? parsePort(env.MOCK_PORT, 'MOCK_PORT') ?? DEFAULT_PORT,
    host: values.host || env.HOST || '127.0.0.1',
    callbacks: !values['no-callbacks'],
  };
}

function parsePort(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new Error(
    `${name} must be a port from 0 to ${MAX_PORT} (got ${text || 'nothing'}); 0 takes a free one`,
  );
}
