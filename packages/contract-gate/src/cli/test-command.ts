import { CONVENTION_OPTIONS, readConventions } from '@keyframe/openapi-resources/conventions';
import {
  chooseHeaders,
  defineCommand,
  LOAD_OPTIONS,
  loadWords,
  type OptionTable,
  readHeaders,
  readLoadOptions,
  type Streams,
  UsageError,
  type Values,
} from '@keyframe/openapi-tooling/command';
import { readDocument } from '@keyframe/openapi-tooling/document';
import type { ConformanceOptions } from '../conformance/conformance.ts';
import type { Finding } from '../finding.ts';
import { readAuthorization } from './authorization.ts';
import { CALLBACK_OPTIONS, readCallbackOptions } from './callback-options.ts';
import { CONNECTION_OPTIONS, readConnectionOptions } from './connection-options.ts';
import { FILTER_OPTIONS } from './filter-options.ts';
import { createProgress } from './progress.ts';
import { readCount, readDuration, readUrl } from './read-options.ts';
import { prepareReport, REPORT_OPTIONS } from './report-options.ts';

const OPTIONS = {
  server: {
    value: '<url>',
    description:
      'the server under test, with the path of the server in the document, such as /v1; nothing is sent anywhere else',
  },
  'other-header': {
    value: '<name:value>',
    description: "credentials of a second owner, who must not see the first owner's data (repeatable)",
    isRepeatable: true,
  },
  auth: {
    value: '<how>',
    description:
      '"name: value", command:CMD that prints such a line, or module:PATH that exports headers(); both are called again after a 401, and headers(request) for each request, to sign it; the name is that of a header, or of an API key that the document puts in the query or a cookie',
  },
  seed: { value: '<number>', description: 'repeat the requests of an earlier run' },
  'max-time': { value: '<time>', description: 'stop after 90s, 10m; 60s by default', default: '60s' },
  workers: { value: '<number>', description: 'concurrent requests, 4 by default', default: '4' },
  rate: {
    value: '<number>',
    description: 'maximum requests per second; 50 by default, unlimited for a server on this machine',
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
  explain: { description: 'print what was derived from the document, send nothing, and exit' },
  ...CONVENTION_OPTIONS,
  ...CONNECTION_OPTIONS,
  ...CALLBACK_OPTIONS,
  ...LOAD_OPTIONS,
  header: {
    value: '<name:value>',
    description: 'send this header with every request to the server (repeatable)',
    isRepeatable: true,
  },
  ...FILTER_OPTIONS,
  ...REPORT_OPTIONS,
} as const satisfies OptionTable;

/** Tests whether a running server conforms to its document. */
export const testCommand = defineCommand({
  name: 'test',
  summary: 'test whether a running server conforms to its document',
  description:
    'Sends examples, boundary values, valid and invalid requests, sequences and callbacks, and checks the responses.',
  arguments: ['<document>'],
  options: OPTIONS,
  run: ({ values, positionals: [document] }, streams) => runTest(document, values, streams),
});

async function runTest(document: string, values: Values<typeof OPTIONS>, streams: Streams): Promise<0 | 1> {
  if (values.explain) return explainDocument(document, values, streams);
  if (values.server === undefined) throw new UsageError('Missing option --server <url>.');
  const server = readUrl('server', values.server);
  const { runConformance } = await import('../conformance/run-conformance.ts');
  const load = readLoadOptions({ ...values, header: chooseHeaders(document, values.server, values.header) });
  const { model, skipped } = await readDocument(document, load);
  for (const operation of skipped) streams.err(`skipped: ${operation}`);
  const options: ConformanceOptions = {
    document: model,
    server,
    headers: readHeaders('header', values.header),
    ...(values['other-header'].length > 0
      ? { otherHeaders: readHeaders('other-header', values['other-header']) }
      : {}),
    ...(values.auth === undefined ? {} : { auth: await readAuthorization(values.auth) }),
    seed: values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : readCount('seed', values.seed),
    maxTimeMs: readDuration('max-time', values['max-time']),
    workers: readCount('workers', values.workers, { least: 1 }),
    ...(values.rate === undefined ? {} : { rate: readCount('rate', values.rate, { least: 1 }) }),
    formats: values.formats,
    conventions: readConventions(values.conventions),
    destructive: values.destructive,
    existingData: values['existing-data'],
    allowUnreached: values['allow-unreached'],
    ...(await readConnectionOptions(values, server, streams.env)),
    include: values.include,
    exclude: values.exclude,
    callbacks: readCallbackOptions(values),
    onProgress: createProgress(streams),
    signal: streams.signal,
  };
  const writeReport = await prepareReport(values, streams);
  const result = await runConformance(options);
  if (streams.isTerminal) streams.err('');
  const report = { command: 'test' as const, document, server: server.href, ...result };
  const words = [streams.called, document, ...loadWords(load)].join(' ');
  return writeReport(report, {
    locate: model.locate,
    replay: (finding) => formatReplay(words, server, finding),
  });
}

// Prints the same as `keyframe mock --explain`.
async function explainDocument(
  document: string,
  values: Values<typeof OPTIONS>,
  streams: Streams,
): Promise<0> {
  const { model } = await readDocument(document, readLoadOptions(values));
  const { createReader, deriveResources, explainResources } = await import('@keyframe/openapi-resources');
  const reader = createReader(model, readConventions(values.conventions));
  for (const line of explainResources(deriveResources(reader))) streams.out(line);
  return 0;
}

/** Formats the command that tests the operation of a finding again, with the same requests. */
export function formatReplay(words: string, server: URL, { seed, operation }: Finding): string {
  return `${words} --server ${server} --seed ${seed} --include '${operation}'`;
}
