import { loadDocument } from '@keyframe/openapi-model';
import type { ConformanceOptions, ConformanceProgress } from '../conformance/conformance.ts';
import { runConformance } from '../conformance/run-conformance.ts';
import { readTargets, writeReport } from '../report/write-report.ts';
import { UsageError } from '../usage-error.ts';
import { readAuthorization } from './authorization.ts';
import { CALLBACK_OPTIONS, CALLBACK_USAGE, readCallbackOptions } from './callback-options.ts';
import {
  type Command,
  FILTER_OPTIONS,
  FILTER_USAGE,
  REPORT_OPTIONS,
  REPORT_USAGE,
  readCount,
  readWords,
  type Streams,
} from './command.ts';
import { readDuration, readHeaders, readShard, readUrl } from './read-options.ts';

const MANY = { type: 'string', multiple: true, default: [] as string[] } as const;
const OPTIONS = {
  ...REPORT_OPTIONS,
  ...FILTER_OPTIONS,
  ...CALLBACK_OPTIONS,
  server: { type: 'string' },
  header: MANY,
  'other-header': MANY,
  auth: { type: 'string' },
  seed: { type: 'string' },
  'max-time': { type: 'string', default: '60s' },
  workers: { type: 'string', default: '4' },
  rate: { type: 'string' },
  shard: { type: 'string' },
  formats: { type: 'string', default: 'assert' },
} as const;

/** Holds a running server to its document. */
export const testCommand: Command = {
  usage: `test <document> --server <url> [<options>]

Sends examples, boundary values, valid and invalid requests, sequences and callbacks, and checks the responses.

  --server <url>        the server under test; nothing is sent anywhere else
  --header <name:value> send this header with every request (repeatable)
  --other-header <n:v>  credentials of a second owner, who must not see the first owner's data (repeatable)
  --auth <how>          "name: value", command:CMD that prints such a line, or module:PATH that exports headers();
                        the name is that of a header, or of an API key that the document puts in the query or a cookie
  --seed <number>       repeat the requests of an earlier run
  --max-time <time>     stop after 90s, 10m; 60s by default
  --workers <number>    concurrent requests, 4 by default
  --rate <number>       maximum requests per second; 50 by default, unlimited for a server on this machine
  --shard <i/n>         run one of several parts; contract-gate merge joins their reports
  --formats <f>         assert (the default) or annotate
${CALLBACK_USAGE}
${FILTER_USAGE}
${REPORT_USAGE}`,
  run: runTest,
};

async function runTest(words: readonly string[], streams: Streams): Promise<0 | 1> {
  const { values, positionals } = readWords(words, OPTIONS, ['<document>']);
  const [document = ''] = positionals;
  if (values.server === undefined) throw new UsageError('Missing option --server <url>.');
  const server = readUrl('server', values.server);
  const model = await loadDocument(document);
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
    formats: readFormats(values.formats),
    include: values.include,
    exclude: values.exclude,
    ...(values.shard === undefined ? {} : { shard: readShard(values.shard) }),
    callbacks: readCallbackOptions(values),
    onProgress: progressOn(streams),
    signal: streams.signal,
  };
  const result = await runConformance(options);
  if (streams.isTerminal) streams.err('');
  const report = { command: 'test' as const, document, server: server.href, ...result };
  return writeReport(report, {
    targets: values.report.flatMap(readTargets),
    baseline: values.baseline,
    locate: model.locate,
    out: streams.out,
    env: streams.env,
  });
}

function readFormats(text: string): 'annotate' | 'assert' {
  if (text === 'annotate' || text === 'assert') return text;
  throw new UsageError(`--formats must be assert or annotate (got "${text}").`);
}

/** Prints progress on one line of a terminal, and nothing elsewhere. */
export function progressOn({ isTerminal }: Streams): (progress: ConformanceProgress) => void {
  if (!isTerminal) return () => undefined;
  return ({ phase, requests, findings, elapsedMs }) => {
    process.stderr.write(
      `\r\u001b[K${phase}: ${requests} requests, ${findings} findings, ${(elapsedMs / 1000).toFixed(0)} s`,
    );
  };
}
