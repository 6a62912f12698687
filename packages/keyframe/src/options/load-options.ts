// Options for reading a document, the same in every command of every tool.
import { resolve } from 'node:path';
import type { DocumentOptions } from '@keyframe/openapi-model';
import { REPAIRS } from '@keyframe/openapi-model/document';
import type { OptionTable, Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readHeaders } from './read-headers.ts';

const TOPIC = 'reading the document';

export const LOAD_OPTIONS = {
  overlay: {
    topic: TOPIC,
    value: '<file|url>',
    description: 'apply an OpenAPI Overlay 1.0 to 1.2 to the document (repeatable)',
    isRepeatable: true,
  },
  lenient: {
    topic: TOPIC,
    description: 'accept errors whose intent is clear, each with a warning; the document is not changed',
  },
  'lenient-rule': {
    topic: TOPIC,
    value: '<rule>',
    description: 'accept only errors of this rule (repeatable); "list" prints all rules',
    choices: REPAIRS,
    isListed: true,
    isRepeatable: true,
  },
  include: {
    topic: TOPIC,
    value: '<what>',
    description:
      'only these operations: "POST /v1/x", a path, an operationId, tag:x, a webhook or a JSON pointer (repeatable)',
    isRepeatable: true,
  },
  exclude: {
    topic: TOPIC,
    value: '<what>',
    description: 'omit these operations (repeatable)',
    isRepeatable: true,
  },
  header: {
    topic: TOPIC,
    value: '<name:value>',
    description:
      'send this header with requests for a document at a URL, to its host only; for one on the disk, to the hosts of --overlay and --allow-ref (repeatable)',
    isRepeatable: true,
    read: readHeaders,
  },
  'allow-ref': {
    topic: TOPIC,
    value: '<folder|url>',
    description:
      'let references lead to files of this folder or below this URL, outside of the folder of the document (repeatable)',
    isRepeatable: true,
  },
  'skip-unsupported': { topic: TOPIC, description: 'omit operations with problems, and list them' },
} as const satisfies OptionTable;

/** Converts the values of these options. */
export function readLoadOptions(values: Values<typeof LOAD_OPTIONS>): DocumentOptions {
  const { lenient, overlay, include, exclude, header: headers } = values;
  return {
    lenient: lenient || values['lenient-rule'],
    overlays: overlay,
    include,
    exclude,
    allowRef: values['allow-ref'],
    skipUnsupported: values['skip-unsupported'],
    readFile: async (url, entry) => {
      const { createFetchFile } = await import('@keyframe/openapi-model/fetch');
      return createFetchFile({ headers })(url, entry);
    },
  };
}

/** Throws UsageError if a command would write its output to a document or overlay that it reads. */
export function requireOtherFile(out: string, sources: readonly string[]): void {
  if (sources.some((source) => resolve(source) === resolve(out)))
    throw new UsageError(`--out ${out} would overwrite a file that is read. Pass another path.`);
}
