import { formatProblems } from '@keyframe/openapi-model';
import {
  type Command,
  LOAD_OPTIONS,
  LOAD_USAGE,
  readLoadOptions,
  readWords,
  type Streams,
  UsageError,
} from '@keyframe/openapi-model/command';
import { check, commandOf, type Project, type WrittenProject, write } from '../project.ts';

const OPTIONS = {
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
  'group-by-tag': { type: 'boolean', default: false },
  'import-extension': { type: 'string', default: 'ts' },
  statuses: { type: 'string', default: 'documented' },
  types: { type: 'string' },
  ...LOAD_OPTIONS,
  json: { type: 'boolean', default: false },
} as const;

// Enough to see what is meant; --json prints all of them.
const WARNINGS_SHOWN = 20;

/** Generates the client of a document, or compares it with what is there. */
export const generateCommand: Command = {
  usage: `openapi-client generate <document> --out <folder> [--check] [<options>] [--json]

Generates a typed client from an OpenAPI 3.1 or 3.0 document, JSON or YAML, in one file or several: a function for each
operation, over openapi-fetch and the types of openapi-typescript. Only files that change are written.

  --out <folder>        write the files to this folder
  --check               write nothing; list differences, and exit with 1 if there are any
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
  if (values.out === undefined) throw new UsageError('Missing option --out <folder>.');
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
    out: values.out,
    groupByTag: values['group-by-tag'],
    importExtension: extension,
    statuses,
    ...(values.types === undefined ? {} : { types: values.types }),
    ...readLoadOptions(values),
  };
  if (values.check) return runCheck(project, values.json, streams);
  print(await write(project), values.json, streams);
  return 0;
}

async function runCheck(project: Project, json: boolean, { out, err }: Streams): Promise<number> {
  const drift = await check(project);
  if (json) out(JSON.stringify({ drift }));
  else for (const finding of drift) err(finding);
  if (drift.length > 0) err(`The files do not match ${project.document}; run \`${commandOf(project)}\`.`);
  return drift.length > 0 ? 1 : 0;
}

function print(result: WrittenProject, json: boolean, { out, err }: Streams): void {
  if (json) {
    out(JSON.stringify(result));
    return;
  }
  const { written, removed, warnings } = result;
  for (const name of written) err(`${name} written`);
  for (const name of removed) err(`${name} removed`);
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) {
    err(`warning: ${formatProblems('', [warning]).trim()}`);
  }
  const others = warnings.length - WARNINGS_SHOWN;
  if (others > 0) err(`warning: ${others} more (--json prints all of them)`);
}
