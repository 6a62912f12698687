import type { Authorization, ConformanceOptions, Finding, RunningServer } from '@keyframe/contract-gate';
import { loadWords } from '@keyframe/openapi-codegen';
import { readDocument } from '@keyframe/openapi-model';
import { CONVENTION_OPTIONS } from '@keyframe/openapi-resources/conventions';
import { defineCommand, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readAuthorization } from '../options/authorization.ts';
import { CALLBACK_OPTIONS, readCallbackOptions } from '../options/callback-options.ts';
import { CONNECTION_OPTIONS, readConnectionOptions } from '../options/connection-options.ts';
import { EXPLAIN_OPTION, explainDocument } from '../options/explain-option.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { createProgress } from '../options/progress.ts';
import { chooseHeaders, readHeaders } from '../options/read-headers.ts';
import { readCount, readDuration } from '../options/read-options.ts';
import { readWhole } from '../options/read-whole.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';
import { readServer } from '../options/server-option.ts';

const HEADER = { value: '<name:value>', isRepeatable: true, read: readHeaders } as const;

const TEST_OPTIONS = {
  server: {
    value: '<url>',
    description:
      'the server under test, with the path of the server in the document, such as /v1; nothing is sent anywhere else',
    read: readServer,
  },
  'other-header': {
    ...HEADER,
    description: "credentials of a second owner, who must not see the first owner's data (repeatable)",
  },
  auth: {
    value: '<how>',
    description:
      '"name: value", command:CMD that prints such a line, or module:PATH that exports headers(); both are called again after a 401, and headers(request) for each request, to sign it; the name is that of a header, or of an API key that the document puts in the query or a cookie',
  },
  seed: { value: '<number>', description: 'repeat the requests of an earlier run', read: readCount() },
  timeout: {
    value: '<time>',
    description: 'stop after 90s, 10m; 60s by default',
    default: '60s',
    read: readDuration,
  },
  workers: {
    value: '<number>',
    description: 'concurrent requests, 4 by default',
    default: '4',
    read: readCount({ least: 1 }),
  },
  rate: {
    value: '<number>',
    description: 'maximum requests per second; 50 by default, unlimited for a server on this machine',
    read: readCount({ least: 1 }),
  },
  phase: {
    value: '<name>',
    description: 'run only this part, such as work, which is asynchronous work (repeatable)',
    isRepeatable: true,
    choices: [
      ...['examples', 'callbacks', 'work', 'idempotency', 'coverage'],
      ...['state', 'methods', 'security', 'robustness', 'properties'],
    ],
  },
  formats: {
    value: '<mode>',
    description: 'assert (the default) or annotate',
    choices: ['assert', 'annotate'],
    default: 'assert',
  },
  destructive: {
    description: 'finally call operations that stop, restart, reset or lock the server, or log out, too',
  },
  'existing-data': {
    description: 'change and delete resources that the run did not create, too',
  },
  'allow-unreached': {
    description: 'do not fail if no valid request to any operation succeeded',
  },
  ...EXPLAIN_OPTION,
  ...CONVENTION_OPTIONS,
  ...CONNECTION_OPTIONS,
  ...CALLBACK_OPTIONS,
  ...LOAD_OPTIONS,
  header: { ...HEADER, description: 'send this header with every request to the server (repeatable)' },
  ...REPORT_OPTIONS,
} as const satisfies OptionTable;

/** Values of the options of `keyframe test`. */
export type TestValues = Values<typeof TEST_OPTIONS>;

/** Tests whether a running server conforms to its document. */
export const testCommand = defineCommand({
  name: 'test',
  summary: 'test whether a running server conforms to its document',
  description:
    'Sends examples, boundary values, valid and invalid requests, sequences and callbacks, and checks the responses.',
  arguments: ['<document>'],
  options: TEST_OPTIONS,
  async run({ values, positionals: [document] }, streams) {
    const { explain, conventions, json } = values;
    if (explain) return explainDocument(document, { ...readWhole(values).load, conventions, json }, streams);
    if (values.server === undefined) throw new UsageError('Missing option --server <url>.');
    const server = typeof values.server === 'function' ? await values.server() : values.server;
    try {
      return await runTest(document, { values, server, streams });
    } finally {
      await server.close?.();
    }
  },
});

interface Run {
  values: TestValues;
  server: RunningServer;
  streams: Streams;
}

async function runTest(document: string, { values, server, streams }: Run): Promise<0 | 1> {
  const { runConformance } = await import('@keyframe/contract-gate/test');
  const { load, selection } = readWhole({
    ...values,
    header: chooseHeaders(document, server.url, values.header),
  });
  const { model, skipped } = await readDocument(document, load);
  for (const operation of skipped) streams.err(`skipped: ${operation}`);
  const writeReport = await prepareReport(values, streams);
  const url = new URL(server.url);
  const result = await runConformance({
    document: model,
    ...(await readAccess(values, server, streams)),
    ...readTestSettings(values),
    ...selection,
    server: url,
    onProgress: createProgress(streams),
    signal: streams.signal,
  });
  if (streams.isTerminal) streams.err('');
  const report = { command: 'test' as const, document, server: url.href, ...result };
  const words = [streams.called, document, ...loadWords(load)].join(' ');
  return writeReport(report, {
    locate: model.locate,
    replay: (finding) => formatReplay(words, url, finding),
  });
}

/** Converts the options of a run, without those of its server. */
export function readTestSettings(values: TestValues) {
  const { seed, timeout, workers, rate, phase, formats, destructive } = values;
  return {
    seed: seed ?? Math.trunc(Math.random() * 2 ** 31),
    maxTimeMs: timeout,
    workers,
    ...(rate === undefined ? {} : { rate }),
    ...(phase.length === 0 ? {} : { phases: phase }),
    formats,
    conventions: values.conventions,
    destructive,
    existingData: values['existing-data'],
    allowUnreached: values['allow-unreached'],
  };
}

// Options of the command line take precedence over the server of the configuration.
async function readAccess(
  values: TestValues,
  server: RunningServer,
  { env }: Streams,
): Promise<Partial<ConformanceOptions>> {
  const { url, close: _close, hookEnv: _hookEnv, workflowInputs: _inputs, ...access } = server;
  const auth: Authorization | undefined =
    values.auth === undefined ? access.auth : await readAuthorization(values.auth);
  const otherHeaders = { ...access.otherHeaders, ...values['other-header'] };
  const connection = await readConnectionOptions(values, new URL(url), env);
  return {
    ...access,
    ...connection,
    tls: { ...access.tls, ...connection.tls },
    headers: { ...access.headers, ...values.header },
    ...(Object.keys(otherHeaders).length > 0 ? { otherHeaders } : {}),
    ...(auth === undefined ? {} : { auth }),
    callbacks: { ...access.callbacks, ...readCallbackOptions(values) },
  };
}

/** Formats the command that tests the operation of a finding again, with the same requests. */
export function formatReplay(words: string, server: URL, { seed, operation }: Finding): string {
  return `${words} --server ${server} --seed ${seed} --include '${operation}'`;
}
