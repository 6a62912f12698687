import { readTargets, writeReport } from '../report/write-report.ts';
import { runRoundTrip } from '../round-trip/run-round-trip.ts';
import { UsageError } from '../usage-error.ts';
import {
  type Command,
  FILTER_OPTIONS,
  FILTER_USAGE,
  REPORT_OPTIONS,
  REPORT_USAGE,
  readWords,
  type Streams,
} from './command.ts';
import { readHeaders, readUrl } from './read-options.ts';

const OPTIONS = {
  ...REPORT_OPTIONS,
  ...FILTER_OPTIONS,
  url: { type: 'string' },
  header: { type: 'string', multiple: true, default: [] as string[] },
  ignore: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Compares a document with the one that a server serves. */
export const roundTripCommand: Command = {
  usage: `round-trip <document> --url <served document> [<options>]

Fetches the document that a server serves, JSON or YAML, and compares it with the document, member by member.

  --url <url>           where the server serves its document
  --header <name:value> send this header (repeatable)
  --ignore <pointer>    a location that may differ, #/servers (repeatable)
${FILTER_USAGE}
${REPORT_USAGE}`,
  run: async (words, { out, env, signal }: Streams) => {
    const { values, positionals } = readWords(words, OPTIONS, ['<document>']);
    if (values.url === undefined) throw new UsageError('Missing option --url <served document>.');
    const headers = readHeaders('header', values.header);
    const { ignore, include, exclude, baseline } = values;
    const { report, locate } = await runRoundTrip(positionals[0] ?? '', readUrl('url', values.url), {
      headers,
      ignore,
      include,
      exclude,
      signal,
    });
    return writeReport(report, { targets: values.report.flatMap(readTargets), baseline, locate, out, env });
  },
};
