import type { JsonValue } from '@keyframe/openapi-model';
import { type Command, readWords, type Streams, UsageError } from '@keyframe/openapi-tooling/command';
import { type RoundTripDifference, roundTrip } from '../round-trip/round-trip.ts';
import { readSourceOptions, SOURCE_OPTIONS, SOURCE_USAGE } from './source-options.ts';

const OPTIONS = {
  app: { type: 'string' },
  path: { type: 'string', default: '/openapi.json' },
  ...SOURCE_OPTIONS,
  json: { type: 'boolean', default: false },
} as const;

const MAX_SHOWN = 120;

/** Compares a document with the one that an app emits. */
export const roundTripCommand: Command = {
  usage: `openapi-hono round-trip <document> --app <module> [--path <path>] [<options>] [--json]

Imports a module and compares its app with the document: the document that the app serves, and what is mounted on the
app: routes, parameters, media types, and validators, which are tested with values near the limits of each schema.

  --app <module>        exports the app, or a function that creates it, as "app" or as default
  --path <path>         where the app serves its document, /openapi.json by default
${SOURCE_USAGE}
  --json                print the differences as JSON`,
  run: runRoundTrip,
};

async function runRoundTrip(words: readonly string[], { out }: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  if (values.app === undefined) throw new UsageError('Missing option --app <module>.');
  const { app, path } = values;
  const differences = await roundTrip({ ...readSourceOptions(values), document, app, path });
  if (values.json) out(JSON.stringify({ differences }));
  else for (const difference of differences) out(formatDifference(document, difference));
  return differences.length > 0 ? 1 : 0;
}

function formatDifference(
  document: string,
  { file, line, column, pointer, source, emitted }: RoundTripDifference,
): string {
  const location = file === undefined ? document : `${file}:${line}:${column}`;
  if (emitted === undefined) return `${location} ${pointer} is missing from the app: ${shown(source)}`;
  if (source === undefined) return `${location} ${pointer} is not in the source: ${shown(emitted)}`;
  return `${location} ${pointer} differs: expected ${shown(source)}, got ${shown(emitted)}`;
}

function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
