import { defineCommand, LOAD_OPTIONS, readLoadOptions } from '@keyframe/openapi-tooling/command';
import { readDocument } from '@keyframe/openapi-tooling/document';
import { listUnused, readUsages, type UnusedPart } from '@keyframe/openapi-usage';

/** Lists the parts of a document that no consumer uses. */
export const unusedCommand = defineCommand({
  name: 'unused',
  summary: 'list the parts of a document that no consumer uses',
  description:
    'Lists the operations, optional parameters and members that no usage file names, deprecated ones first, of these those whose sunset comes first.',
  arguments: ['<document>'],
  options: {
    consumers: {
      value: '<pattern>',
      description: 'usage files (repeatable)',
      isRepeatable: true,
      isRequired: true,
    },
    json: { description: 'print the parts as JSON' },
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, { out, err }) {
    const { model } = await readDocument(document, readLoadOptions(values));
    const { usages, unmatched } = readUsages(values.consumers);
    for (const pattern of unmatched) err(`No usage file matches ${pattern}.`);
    const unused = listUnused(model, usages);
    if (values.json) out(JSON.stringify({ unused }));
    else for (const part of unused) out(describe(part));
    return unmatched.length > 0 ? 1 : 0;
  },
});

function describe({ kind, name, pointer, isDeprecated, sunset }: UnusedPart): string {
  const state = isDeprecated ? ` (deprecated${sunset === undefined ? '' : `, sunset ${sunset}`})` : '';
  return `${kind.padEnd(9)} ${name}${state}  ${pointer}`;
}
