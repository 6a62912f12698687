import { formatProblems } from '@keyframe/openapi-model';
import { type Command, readWords, type Streams, UsageError } from '@keyframe/openapi-model/command';
import { check, commandOf, type Project, type WrittenProject, write } from '../project.ts';
import { watch } from '../watch.ts';
import { readSourceOptions, SOURCE_OPTIONS, SOURCE_USAGE } from './source-options.ts';

const OPTIONS = {
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  ...SOURCE_OPTIONS,
  json: { type: 'boolean', default: false },
} as const;

// Enough to see what is meant; --json prints all of them.
const WARNINGS_SHOWN = 20;

/** Generates the files of a document, or compares them with what is there. */
export const generateCommand: Command = {
  usage: `openapi-hono generate <document> --out <folder> [--check | --watch] [<options>] [--json]

Generates zod schemas, createRoute definitions, a typed Handlers interface and registerRoutes for Hono from an
OpenAPI 3.1 or 3.0 document, JSON or YAML, in one file or several. Only files that change are written.

  --out <folder>        write the files to this folder
  --check               write nothing; list differences, and exit with 1 if there are any
  --watch               generate again whenever the document changes, until interrupted
${SOURCE_USAGE}
  --json                print the result as JSON`,
  run: runGenerate,
};

async function runGenerate(words: readonly string[], streams: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  if (values.out === undefined) throw new UsageError('Missing option --out <folder>.');
  if (values.check && values.watch) throw new UsageError('--check and --watch cannot be combined.');
  const project: Project = { document, out: values.out, ...readSourceOptions(values) };
  if (values.check) return runCheck(project, values.json, streams);
  if (values.watch) return runWatch(project, values.json, streams);
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

async function runWatch(project: Project, json: boolean, streams: Streams): Promise<number> {
  await watch({
    ...project,
    signal: streams.signal,
    onResult: (result) => {
      if ('written' in result) print(result.written, json, streams);
      else streams.err(result.error.message);
    },
  });
  return 0;
}

function print(result: WrittenProject, json: boolean, { out, err }: Streams): void {
  if (json) {
    out(JSON.stringify(result));
    return;
  }
  const { written, removed, warnings, skipped } = result;
  for (const name of written) err(`${name} written`);
  for (const name of removed) err(`${name} removed`);
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) {
    err(`warning: ${formatProblems('', [warning]).trim()}`);
  }
  const others = warnings.length - WARNINGS_SHOWN;
  if (others > 0) err(`warning: ${others} more (--json prints all of them)`);
  for (const operation of skipped) err(`skipped: ${operation}`);
}
