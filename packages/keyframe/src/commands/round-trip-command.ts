import { loadWords } from '@keyframe/openapi-codegen';
import type { RoundTripDifference } from '@keyframe/openapi-hono';
import type { JsonValue } from '@keyframe/openapi-model';
import { defineCommand, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { chooseHeaders, readHeaders } from '../options/read-headers.ts';
import { readWhole } from '../options/read-whole.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';
import { readServer } from '../options/server-option.ts';

const LONGEST_VALUE = 120;

const OPTIONS = {
  server: { value: '<url>', description: 'the server that serves its document', read: readServer },
  app: {
    value: '<module>',
    description:
      'instead of a server, a module that exports a Hono app, or a function that creates it, as "app" or as default: also compares its routes, parameters, media types and validators',
  },
  path: {
    value: '<path>',
    description: 'where the document is served, /openapi.json by default',
    default: '/openapi.json',
  },
  ignore: {
    value: '<pointer>',
    description: 'a location that may differ, #/servers (repeatable)',
    isRepeatable: true,
  },
  formats: {
    value: '<mode>',
    description: 'how the validators of the app read formats: assert (the default) or annotate',
    choices: ['assert', 'annotate'],
    default: 'assert',
  },
  ...LOAD_OPTIONS,
  header: {
    value: '<name:value>',
    description: 'send this header to the server (repeatable)',
    isRepeatable: true,
    read: readHeaders,
  },
  ...REPORT_OPTIONS,
} as const satisfies OptionTable;

/** Compares a document with the document that a server or an app serves. */
export const roundTripCommand = defineCommand({
  name: 'round-trip',
  summary: 'compare a document with the document that a server or an app serves',
  description:
    'Compares a document, member by member, with the document that a running server publishes as JSON or YAML, or that a Hono app emits.',
  arguments: ['<document>'],
  options: OPTIONS,
  async run({ values, positionals: [document] }, streams) {
    if (values.app !== undefined) return compareApp(document, { ...values, app: values.app }, streams);
    if (values.server === undefined)
      throw new UsageError('Missing option --server <url>, or --app <module>.');
    const server = typeof values.server === 'function' ? await values.server() : values.server;
    try {
      return await compareServed(document, { values, url: new URL(values.path, server.url), streams });
    } finally {
      await server.close?.();
    }
  },
});

interface Comparison {
  values: Values<typeof OPTIONS>;
  url: URL;
  streams: Streams;
}

async function compareServed(document: string, { values, url, streams }: Comparison): Promise<0 | 1> {
  const { runRoundTrip } = await import('@keyframe/contract-gate/round-trip');
  const writeReport = await prepareReport(values, streams);
  const { ignore, header: headers } = values;
  const { load, selection } = readWhole({ ...values, header: chooseHeaders(document, url, headers) });
  const { report, locate } = await runRoundTrip(document, url, {
    headers,
    ignore,
    ...selection,
    ...load,
    signal: streams.signal,
  });
  const words = [streams.called, document, '--server', url.origin, '--path', url.pathname];
  const replay = () => [...words, ...loadWords(load)].join(' ');
  return writeReport(report, { locate, replay });
}

async function compareApp(
  document: string,
  { app, path, formats, json, ...values }: Values<typeof OPTIONS> & { app: string },
  { out }: Streams,
): Promise<0 | 1> {
  const { roundTrip, formatValue } = await import('@keyframe/openapi-hono');
  const { load } = readWhole({ ...values, header: {} });
  const differences = await roundTrip({ ...load, document, app, path, formats });
  if (json) out(JSON.stringify({ differences }));
  else {
    const format = (value: JsonValue) => formatValue(value, LONGEST_VALUE);
    for (const difference of differences) out(formatDifference(document, difference, format));
  }
  return differences.length > 0 ? 1 : 0;
}

function formatDifference(
  document: string,
  { file, line, column, pointer, source, emitted }: RoundTripDifference,
  format: (value: JsonValue) => string,
): string {
  const location = file === undefined ? document : `${file}:${line}:${column}`;
  const [expected = '', actual = ''] = [source, emitted].map((value) => value && format(value));
  if (emitted === undefined) return `${location} ${pointer} is missing from the app: ${expected}`;
  if (source === undefined) return `${location} ${pointer} is not in the source: ${actual}`;
  return `${location} ${pointer} differs: expected ${expected}, got ${actual}`;
}
