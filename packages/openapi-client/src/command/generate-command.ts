import {
  type Command,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  LOAD_OPTIONS,
  LOAD_USAGE,
  outputFolder,
  readLoadOptions,
  readWords,
  runGeneration,
  type Streams,
  UsageError,
} from '@keyframe/openapi-tooling/command';
import { check, formatCommand, type Project, type WatchOptions, watch, write } from '../project.ts';

const OPTIONS = {
  ...GENERATION_OPTIONS,
  'group-by-tag': { type: 'boolean', default: false },
  'import-extension': { type: 'string', default: 'ts' },
  statuses: { type: 'string', default: 'documented' },
  types: { type: 'string' },
  ...LOAD_OPTIONS,
} as const;

/** Generates the client of a document, or compares it with the existing files. */
export const generateCommand: Command = {
  usage: `openapi-client generate <document> --out <folder> [--check | --watch] [<options>] [--json]

Generates a typed client from an OpenAPI 3.1 or 3.0 document, JSON or YAML, in one file or several: a function for each
operation, over fetch, with the types of openapi-typescript. Only files that change are written.

${GENERATION_USAGE}
  --group-by-tag        write the functions of each tag to a module of its own
  --import-extension <e>  how generated modules import one another: ts (the default), js or none
  --statuses <which>    responses with these statuses are the operation's: documented (the default), or any by its class
  --types <module>      import the types from this module, rather than to write them
${LOAD_USAGE}
  --json                print the result as JSON`,
  run: runGenerate,
};

async function runGenerate(words: readonly string[], streams: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  const out = outputFolder(values);
  const extension = values['import-extension'];
  if (extension !== 'ts' && extension !== 'js' && extension !== 'none') {
    throw new UsageError(`--import-extension must be one of ts, js, none (got "${extension}").`);
  }
  const { statuses } = values;
  if (statuses !== 'documented' && statuses !== 'any') {
    throw new UsageError(`--statuses must be one of documented, any (got "${statuses}").`);
  }
  const project: Project = {
    document,
    out,
    groupByTag: values['group-by-tag'],
    importExtension: extension,
    statuses,
    ...(values.types === undefined ? {} : { types: values.types }),
    ...readLoadOptions(values),
  };
  const generation = {
    document,
    command: formatCommand(project),
    write: () => write(project),
    check: () => check(project),
    watch: (options: Pick<WatchOptions, 'onResult' | 'signal'>) => watch({ ...project, ...options }),
  };
  return runGeneration(generation, values, streams);
}
