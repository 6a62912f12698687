import { readDocument } from '@keyframe/openapi-model';
import { listUnused, readUsages, type UnusedPart } from '@keyframe/openapi-usage';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { CONSUMER_OPTION } from '../options/consumer-option.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';

/** Lists the parts of a document that no consumer uses. */
export const unusedCommand = defineCommand({
  name: 'unused',
  summary: 'list the parts of a document that no consumer uses',
  description:
    'Lists the operations, optional parameters and members that no usage file names, deprecated ones first, of these the oldest: by x-deprecated-since, then by x-sunset.',
  arguments: ['<document>'],
  options: {
    consumers: { ...CONSUMER_OPTION.consumers, isRequired: true },
    ...JSON_OPTION,
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, { out, err }) {
    const { model } = await readDocument(document, readLoadOptions(values));
    const { usages, missing } = readUsages(values.consumers);
    for (const consumer of missing) err(`No usage file of ${consumer}, which may use everything.`);
    const unused = listUnused(model, usages);
    if (values.json) out(JSON.stringify({ unused }));
    else for (const part of unused) out(describe(part));
    return missing.length > 0 ? 1 : 0;
  },
});

function describe({ kind, name, pointer, isDeprecated, since, sunset }: UnusedPart): string {
  const days = [since && ` since ${since}`, sunset && `, sunset ${sunset}`].filter(Boolean).join('');
  return `${kind.padEnd(9)} ${name}${isDeprecated ? ` (deprecated${days})` : ''}  ${pointer}`;
}
