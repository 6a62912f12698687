import { parseArgs } from 'node:util';
import { loadDocument, OpenApiModelError } from '@keyframe/openapi-model';
import { OpenApiHonoError } from './errors.ts';
import { generate } from './generate.ts';
import { findDrift, writeFiles } from './output-folder.ts';
import { UsageError } from './usage-error.ts';

const USAGE = `usage: openapi-hono generate <document> --out <folder> [--check]

Generates zod schemas, createRoute definitions, a typed Handlers interface and registerRoutes for Hono from a
bundled OpenAPI 3.1 document (JSON or YAML).

  --out <folder>  where the files go
  --check         write nothing; compare, list what differs, exit with 1 when anything does

Exit status: 0 fine, 1 findings, 2 usage or configuration.`;

/** Is where a command writes: data to `out`, everything for people to \`err\`. */
export interface Streams {
  out: (line: string) => void;
  err: (line: string) => void;
}

/** Runs the command line and answers the exit status. */
export async function runCommand(words: readonly string[], { out, err }: Streams): Promise<number> {
  try {
    if (words.includes('--help') || words.includes('-h')) {
      out(USAGE);
      return 0;
    }
    return await runGenerate(readWords(words), { out, err });
  } catch (error) {
    if (error instanceof UsageError) {
      err(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (!(error instanceof OpenApiModelError || error instanceof OpenApiHonoError)) throw error;
    err(error.message);
    return error.code === 'document_unreadable' ? 2 : 1;
  }
}

interface GenerateWords {
  document: string;
  out: string;
  check: boolean;
}

async function runGenerate(
  { document, out: folder, check }: GenerateWords,
  { err }: Streams,
): Promise<number> {
  const command = `openapi-hono generate ${document} --out ${folder}`;
  const files = generate(await loadDocument(document), { command });
  if (!check) {
    await writeFiles(folder, files);
    return 0;
  }
  const drift = await findDrift(folder, files);
  for (const finding of drift) err(finding);
  if (drift.length > 0) err(`The files do not match ${document}; run \`${command}\`.`);
  return drift.length > 0 ? 1 : 0;
}

function readWords(words: readonly string[]): GenerateWords {
  const { values, positionals } = parseWords(words);
  const [verb, document, ...rest] = positionals;
  if (verb !== 'generate') throw new UsageError(`The command "${verb ?? ''}" is not known.`);
  if (document === undefined || rest.length > 0) throw new UsageError('Name one document.');
  if (values.out === undefined) throw new UsageError('Name the folder to write to with --out.');
  return { document, out: values.out, check: values.check ?? false };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { out: { type: 'string' }, check: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
