// Options of the command, else of the environment.
import { parseArgs } from 'node:util';
import { PACES } from '@keyframe/openapi-mock';
import { ENGINES, type MockOptions } from './mock-options.ts';

const DEFAULT_PORT = 4010;
const MAX_PORT = 65_535;

const SEVERAL = { type: 'string', multiple: true, default: [] as string[] } as const;

/** The settings that the command reads. */
type CliOptions = Required<Omit<MockOptions, 'log' | 'warn'>>;

/** Reads the options, and `MOCK_PORT` and `HOST`; throws an error that names a wrong one. */
export function readCliOptions(args: readonly string[], env: NodeJS.ProcessEnv): CliOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'no-callbacks': { type: 'boolean', default: false },
      'allow-callbacks': SEVERAL,
      'allow-origin': SEVERAL,
      'allow-host': SEVERAL,
      fault: SEVERAL,
      engine: { type: 'string', default: 'stateful' },
      pace: { type: 'string', default: 'real' },
    },
  });
  return {
    port: parsePort(values.port, '--port') ?? parsePort(env.MOCK_PORT, 'MOCK_PORT') ?? DEFAULT_PORT,
    host: values.host || env.HOST || '127.0.0.1',
    callbacks: !values['no-callbacks'],
    allowCallbacks: values['allow-callbacks'],
    allowOrigins: values['allow-origin'],
    allowHosts: values['allow-host'],
    faults: values.fault,
    engine: choose(values.engine, '--engine', ENGINES),
    pace: choose(values.pace, '--pace', PACES),
  };
}

function choose<const TChoice extends string>(
  text: string,
  name: string,
  choices: readonly TChoice[],
): TChoice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new Error(`${name} must be one of ${choices.join(', ')} (got ${text || 'nothing'})`);
}

function parsePort(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new Error(
    `${name} must be a port from 0 to ${MAX_PORT} (got ${text || 'nothing'}); 0 takes a free one`,
  );
}
