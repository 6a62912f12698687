import { defineCommand } from '@keyframe/openapi-tooling/command';
import { formatValue } from '../format-value.ts';
import type { RoundTripDifference } from '../round-trip/round-trip.ts';
import { readSourceOptions, SOURCE_OPTIONS } from './source-options.ts';

const LONGEST_VALUE = 120;

/** Compares a document with the document that an app emits. */
export const roundTripCommand = defineCommand({
  name: 'round-trip',
  summary: 'compare a document with the document that an app emits',
  description:
    'Imports a module and compares its app with the document: the document that the app serves, and what is mounted on the app: routes, parameters, media types, and validators, which are tested with values near the limits of each schema.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    app: {
      value: '<module>',
      description: 'exports the app, or a function that creates it, as "app" or as default',
      isRequired: true,
    },
    path: {
      value: '<path>',
      description: 'where the app serves its document, /openapi.json by default',
      default: '/openapi.json',
    },
    ...SOURCE_OPTIONS,
    json: { description: 'print the differences as JSON' },
  },
  async run({ values, positionals: [document] }, { out }) {
    const { roundTrip } = await import('../round-trip/round-trip.ts');
    const { app, path } = values;
    const differences = await roundTrip({ ...readSourceOptions(values), document, app, path });
    if (values.json) out(JSON.stringify({ differences }));
    else for (const difference of differences) out(formatDifference(document, difference));
    return differences.length > 0 ? 1 : 0;
  },
});

function formatDifference(
  document: string,
  { file, line, column, pointer, source, emitted }: RoundTripDifference,
): string {
  const location = file === undefined ? document : `${file}:${line}:${column}`;
  const [expected = '', found = ''] = [source, emitted].map(
    (value) => value && formatValue(value, LONGEST_VALUE),
  );
  if (emitted === undefined) return `${location} ${pointer} is missing from the app: ${expected}`;
  if (source === undefined) return `${location} ${pointer} is not in the source: ${found}`;
  return `${location} ${pointer} differs: expected ${expected}, got ${found}`;
}
