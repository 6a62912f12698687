import type { JsonValue } from '@keyframe/openapi-model';
import { type RoundTripDifference, roundTrip } from '../round-trip.ts';
import { type Command, readWords, type Streams } from './command.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  app: { type: 'string' },
  path: { type: 'string', default: '/openapi.json' },
  json: { type: 'boolean', default: false },
} as const;

const MAX_SHOWN = 120;

/** Compares a document with the one that an app emits. */
export const roundTripCommand: Command = {
  usage: `openapi-hono round-trip <document> --app <module> [--path <path>] [--json]

Imports a module, asks its app for the document that it emits, and compares that with the source: every operation,
webhook, callback, link, key of a path item and extension.

  --app <module>  exports the app, or a function that makes it, as "app" or as its default
  --path <path>   where the app answers its document, /openapi.json by default
  --json          print the differences as JSON`,
  run: runRoundTrip,
};

async function runRoundTrip(words: readonly string[], { out }: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  if (values.app === undefined) throw new UsageError('Missing option --app <module>.');
  const differences = await roundTrip({ document, app: values.app, path: values.path });
  if (values.json) out(JSON.stringify({ differences }));
  else for (const difference of differences) out(lineOf(document, difference));
  return differences.length > 0 ? 1 : 0;
}

function lineOf(
  document: string,
  { file, line, column, pointer, source, emitted }: RoundTripDifference,
): string {
  const place = file === undefined ? document : `${file}:${line}:${column}`;
  if (emitted === undefined) return `${place} ${pointer} is not emitted: ${shown(source)}`;
  if (source === undefined) return `${place} ${pointer} is emitted, and not in the source: ${shown(emitted)}`;
  return `${place} ${pointer} is ${shown(source)}, and emitted as ${shown(emitted)}`;
}

function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
