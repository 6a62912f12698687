import {
  type Command,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  outputFolder,
  readWords,
  runGeneration,
} from '@keyframe/openapi-tooling/command';
import { check, formatCommand, type Project, write } from '../project.ts';
import { watch } from '../watch.ts';
import { readSourceOptions, SOURCE_OPTIONS, SOURCE_USAGE } from './source-options.ts';

const OPTIONS = {
  ...GENERATION_OPTIONS,
  'import-source': { type: 'boolean', default: false },
  ...SOURCE_OPTIONS,
} as const;

/** Generates the files of a document, or compares them with what is there. */
export const generateCommand: Command = {
  usage: `openapi-hono generate <document> --out <folder> [--check | --watch] [<options>] [--json]

Generates zod schemas, createRoute definitions, a typed Handlers interface and registerRoutes for Hono from an
OpenAPI 3.1 or 3.0 document, JSON or YAML, in one file or several. Only files that change are written.

${GENERATION_USAGE}
  --import-source       import the document, one JSON file of OpenAPI 3.1, in place of a copy of it
${SOURCE_USAGE}
  --json                print the result as JSON`,
  run: async (words, streams) => {
    const { document, values } = readWords(words, OPTIONS);
    const importSource = values['import-source'];
    const project: Project = {
      document,
      out: outputFolder(values),
      importSource,
      ...readSourceOptions(values),
    };
    const generation = {
      document,
      command: formatCommand(project),
      write: () => write(project),
      check: () => check(project),
      watch: (options: Pick<Parameters<typeof watch>[0], 'onResult' | 'signal'>) =>
        watch({ ...project, ...options }),
    };
    return runGeneration(generation, values, streams);
  },
};
