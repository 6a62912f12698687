import type { Project } from '@keyframe/openapi-hono';
import { defineCommand } from '../command/command.ts';
import { GENERATION_OPTIONS, runGeneration } from '../options/run-generation.ts';
import { readSourceOptions, SOURCE_OPTIONS } from '../options/source-options.ts';

/** Generates the files of a document, or compares them with the existing files. */
export const serverCommand = defineCommand({
  name: 'server',
  summary: 'generate validators, routes and handlers for Hono',
  description:
    'Generates zod schemas, createRoute definitions, a typed Handlers interface and registerRoutes for Hono from a document of OpenAPI 2.0 to 3.2, JSON or YAML, in one file or several. Only files that change are written.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    ...GENERATION_OPTIONS,
    'import-source': {
      description: 'import the document, one JSON file of OpenAPI 3.1, instead of containing a copy of it',
    },
    ...SOURCE_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { check, watch, write } = await import('@keyframe/openapi-hono');
    const project: Project = {
      document,
      out: values.out,
      importSource: values['import-source'],
      ...readSourceOptions(values),
    };
    return runGeneration({ project, check, watch, write }, values, streams);
  },
});
