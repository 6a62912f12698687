// Shared behavior of commands that generate from a document: write, `--check`, `--watch`, and their messages.

import { join } from 'node:path';
import type { ProjectWriter, WatchResult, WrittenProject } from '@keyframe/openapi-codegen';
import { formatProblems, groupProblems, isWebUrl } from '@keyframe/openapi-model/document';
import { JSON_OPTION, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';

/** The options of such a command, beside its own. */
export const GENERATION_OPTIONS = {
  out: { value: '<folder>', description: 'write the files to this folder', isRequired: true },
  check: { description: 'write nothing; list differences, and exit with 1 if there are any' },
  watch: { description: 'generate again whenever the document changes, until interrupted' },
  ...JSON_OPTION,
} as const satisfies OptionTable;

type GenerationValues = Values<typeof GENERATION_OPTIONS>;

/** A generator and its project. */
export interface Generation<TProject> extends ProjectWriter<TProject> {
  project: TProject;
}

// Enough to see what is meant; --json prints all of them.
const WARNINGS_SHOWN = 20;

/** Runs a generation by its options, and returns the exit status. */
export async function runGeneration<TProject extends { document: string }>(
  generation: Generation<TProject>,
  { check, watch, json, out }: GenerationValues,
  streams: Streams,
): Promise<number> {
  if (check && watch) throw new UsageError('--check and --watch cannot be combined.');
  if (check) return runCheck(generation, json, streams);
  if (watch) {
    requireWatchable(generation.project.document);
    const onResult = (result: WatchResult<WrittenProject>) => {
      if ('written' in result) print(result.written, { json, folder: out }, streams);
      else streams.err(result.error.message);
    };
    await generation.watch({ ...generation.project, signal: streams.signal, onResult });
    return 0;
  }
  print(await generation.write(generation.project), { json, folder: out }, streams);
  return 0;
}

/** Throws UsageError for a document whose changes cannot be watched. */
export function requireWatchable(document: string): void {
  if (isWebUrl(document)) throw new UsageError(`--watch needs a document on the disk (got ${document}).`);
}

async function runCheck<TProject extends { document: string }>(
  { project, check }: Generation<TProject>,
  json: boolean,
  { out, err }: Streams,
): Promise<number> {
  const drift = await check(project);
  if (json) out(JSON.stringify({ drift }));
  else for (const finding of drift) err(finding);
  if (drift.length > 0) {
    err(`The files do not match ${project.document}: run the same command without --check to write them.`);
  }
  return drift.length > 0 ? 1 : 0;
}

function print(
  result: WrittenProject,
  { json, folder }: { json: boolean; folder: string },
  { out, err }: Streams,
): void {
  if (json) {
    out(JSON.stringify(result));
    return;
  }
  const { written, removed, warnings, skipped } = result;
  for (const name of written) err(`${join(folder, name)} written`);
  for (const name of removed) err(`${join(folder, name)} removed`);
  const groups = groupProblems(warnings);
  const shown = groups.slice(0, WARNINGS_SHOWN);
  for (const group of shown) err(`warning: ${formatProblems('', group).trim()}`);
  const others = warnings.length - shown.flat().length;
  if (others > 0) err(`warning: ${others} more (--json prints all of them)`);
  for (const operation of skipped) err(`skipped: ${operation}`);
  if (skipped.length > 0) err(`Operations skipped because of their problems: ${skipped.length}.`);
}
