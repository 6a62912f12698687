import type { Project } from '@keyframe/openapi-client';
import { CONVENTION_OPTIONS } from '@keyframe/openapi-resources/conventions';
import { defineCommand } from '../command/command.ts';
import { EXPLAIN_OPTION, explainDocument } from '../options/explain-option.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { readPairs } from '../options/read-options.ts';
import { GENERATION_OPTIONS, runGeneration } from '../options/run-generation.ts';

/** Generates the client of a document, or compares it with the existing files. */
export const clientCommand = defineCommand({
  name: 'client',
  summary: 'generate a typed client',
  description:
    'Generates a typed client from a document of OpenAPI 2.0 to 3.2, JSON or YAML, in one file or several: a function for each operation, over fetch, with the types of openapi-typescript. Only files that change are written.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    ...GENERATION_OPTIONS,
    dates: {
      value: '<which>',
      description:
        'convert strings with "format: date-time" to Date (date), or to Temporal.Instant, and those with "format: date" to Temporal.PlainDate (temporal)',
      choices: ['date', 'temporal'],
    },
    'group-by-tag': { description: 'write the functions of each tag to a module of its own' },
    'import-extension': {
      value: '<extension>',
      description:
        'how generated modules import one another: ts, js or none; by default, as the nearest tsconfig.json allows',
      choices: ['ts', 'js', 'none'],
    },
    int64: {
      value: '<which>',
      description:
        'convert integers with "format: int64" or "uint64" to bigint (bigint); numbers by default, which lose digits above 2^53',
      choices: ['bigint'],
    },
    query: { description: 'write options of TanStack Query for each operation' },
    rename: {
      value: '<operation=name>',
      description: 'name the function of an operation: an operationId, or "GET /path" (repeatable)',
      isRepeatable: true,
      read: (value: unknown, label: string) => readPairs(value, label),
    },
    statuses: {
      value: '<which>',
      description:
        "responses with these statuses are the operation's: documented (the default), or any by its class",
      choices: ['documented', 'any'],
      default: 'documented',
    },
    types: {
      value: '<module>',
      description: 'import the types from this module instead of writing them',
    },
    validate: {
      description: 'validate responses, and write a Standard Schema for each component',
    },
    ...EXPLAIN_OPTION,
    ...CONVENTION_OPTIONS,
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const load = readLoadOptions(values);
    const { explain, conventions, json } = values;
    if (explain) return explainDocument(document, { ...load, conventions, json }, streams);
    const { check, watch, write } = await import('@keyframe/openapi-client');
    const project: Project = {
      document,
      out: values.out,
      dates: values.dates,
      groupByTag: values['group-by-tag'],
      importExtension: values['import-extension'],
      int64: values.int64,
      query: values.query,
      rename: values.rename,
      statuses: values.statuses,
      validate: values.validate,
      conventions,
      ...(values.types === undefined ? {} : { types: values.types }),
      ...load,
    };
    return runGeneration({ project, check, watch, write }, values, streams);
  },
});
