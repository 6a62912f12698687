import { readFileSync } from 'node:fs';
import {
  defineCommand,
  LOAD_OPTIONS,
  readLoadOptions,
  type Streams,
  UsageError,
} from '@keyframe/openapi-tooling/command';
import { readDocument } from '@keyframe/openapi-tooling/document';
import { createMock } from '../mock.ts';
import type { Mock } from '../mock-api.ts';
import { type ServeOptions, serveMock } from '../node/serve-mock.ts';
import { PACES } from '../request/preferences.ts';
import type { Initial } from '../state/world.ts';
import { TEST_SECRET } from '../time/callbacks.ts';
import { LineBuffer } from './line-buffer.ts';

const MAX_PORT = 65_535;
const MOST_INITIAL = 1_000;

/** Serves the mock of a document until it is stopped, or explains it. */
export const mockCommand = defineCommand({
  name: 'openapi-mock',
  summary: 'serve a stateful mock of a document',
  description: 'Serves a stateful mock of a document of OpenAPI 2.0 to 3.2 until it is stopped.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    port: { value: '<port>', description: 'listen on this port; 0 takes a free one', default: '4010' },
    host: { value: '<host>', description: 'listen on this address', default: '127.0.0.1' },
    pace: {
      value: '<pace>',
      description: 'how fast resources pass through their states',
      choices: PACES,
      default: 'real',
    },
    seed: { value: '<number>', description: 'start generated values with this number', default: '1' },
    'seed-data': {
      value: '<count or file>',
      description:
        'begin with this many resources in each list, or with those of a JSON file, as /__mock/worlds/default returns it',
      default: '3',
    },
    empty: { description: 'begin without resources' },
    fault: {
      value: '<fault>',
      description: '"POST /things=500", or any value of Prefer after the equals sign (repeatable)',
      isRepeatable: true,
    },
    credentials: {
      value: '<value>',
      description: 'accept only this key or token; any by default (repeatable)',
      isRepeatable: true,
    },
    'allow-callbacks': {
      value: '<host>',
      description: 'send callbacks to this host, too, not only to this machine (repeatable)',
      isRepeatable: true,
    },
    'allow-origin': {
      value: '<origin>',
      description: 'let pages of this origin call the mock, not only those of this machine (repeatable)',
      isRepeatable: true,
    },
    'allow-host': {
      value: '<host>',
      description:
        'answer to this name, too, not only to localhost, addresses and names without a dot (repeatable)',
      isRepeatable: true,
    },
    explain: { description: 'print what was derived from the document, and exit' },
    json: { description: 'print the address, or what was derived, as JSON' },
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const port = readNumber(values.port, '--port', MAX_PORT);
    const seed = readNumber(values.seed, '--seed', Number.MAX_SAFE_INTEGER);
    const {
      pace,
      fault: faults,
      'allow-callbacks': allowCallbacks,
      'allow-origin': allowOrigins,
      'allow-host': allowHosts,
      host,
    } = values;
    const { model, skipped } = await readDocument(document, readLoadOptions(values));
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    const initial = values.empty ? 0 : readInitial(values['seed-data']);
    const credentials = values.credentials.length > 0 ? { credentials: values.credentials } : {};
    const mock = createMock(model, { pace, seed, initial, faults, allowCallbacks, ...credentials });
    if (values.explain) explain(mock, values.json, streams);
    else await serve(mock, { port, host, allowOrigins, allowHosts, isJson: values.json }, streams);
    return 0;
  },
});

function readNumber(text: string, option: string, most: number): number {
  if (/^\d{1,16}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${option} must be a whole number from 0 to ${most} (got "${text}").`);
}

// A file is checked when the mock is created.
function readInitial(text: string): Initial {
  if (/^\d+$/.test(text)) return readNumber(text, '--seed-data', MOST_INITIAL);
  try {
    return JSON.parse(readFileSync(text, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--seed-data must be a number or a JSON file (got "${text}": ${reason}).`, {
      cause,
    });
  }
}

function explain(mock: Mock, isJson: boolean, { out }: Streams): void {
  const lines = mock.explain();
  if (isJson) out(JSON.stringify({ explanation: lines }));
  else for (const line of lines) out(line);
}

async function serve(
  mock: Mock,
  { isJson, ...options }: ServeOptions & { isJson: boolean },
  { out, err, signal }: Streams,
): Promise<void> {
  const log = new LineBuffer(err);
  const served = await serveMock(mock, { ...options, log: (line) => log.add(line) });
  const { url } = served;
  if (isJson) out(JSON.stringify({ url, callbackSecret: TEST_SECRET }));
  else out(`Mock: ${url}\nCallbacks are signed with ${TEST_SECRET}`);
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await served.stop();
  log.flush();
}
