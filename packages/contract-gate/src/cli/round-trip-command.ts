import {
  chooseHeaders,
  defineCommand,
  LOAD_OPTIONS,
  loadWords,
  readHeaders,
  readLoadOptions,
} from '@keyframe/openapi-tooling/command';
import { FILTER_OPTIONS } from './filter-options.ts';
import { readUrl } from './read-options.ts';
import { prepareReport, REPORT_OPTIONS } from './report-options.ts';

/** Compares a document with the document that a server serves. */
export const roundTripCommand = defineCommand({
  name: 'round-trip',
  summary: 'compare a document with the document that a server serves',
  description:
    'Fetches the document that a server serves, JSON or YAML, and compares it with the document, member by member.',
  arguments: ['<document>'],
  options: {
    url: { value: '<url>', description: 'where the server serves its document', isRequired: true },
    ignore: {
      value: '<pointer>',
      description: 'a location that may differ, #/servers (repeatable)',
      isRepeatable: true,
    },
    ...LOAD_OPTIONS,
    header: {
      value: '<name:value>',
      description: 'send this header to the server (repeatable)',
      isRepeatable: true,
    },
    ...FILTER_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { runRoundTrip } = await import('../round-trip/run-round-trip.ts');
    const headers = readHeaders('header', values.header);
    const writeReport = await prepareReport(values, streams);
    const load = readLoadOptions({ ...values, header: chooseHeaders(document, values.url, values.header) });
    const { ignore, include, exclude } = values;
    const url = readUrl('url', values.url);
    const { report, locate } = await runRoundTrip(document, url, {
      headers,
      ignore,
      include,
      exclude,
      ...load,
      signal: streams.signal,
    });
    const words = [streams.called, document, '--url', url, ...loadWords(load)].join(' ');
    const replay = () => words;
    return writeReport(report, { locate, replay });
  },
});
