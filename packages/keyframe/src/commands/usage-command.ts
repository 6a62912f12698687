import { basename, resolve } from 'node:path';
import { readDocument } from '@keyframe/openapi-model';
import type { Usage } from '@keyframe/openapi-usage';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { getToday, USAGE_OPTIONS, writeUsage } from '../options/usage-options.ts';

/** Writes which parts of a document the sources of a consumer use. */
export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'write which parts of a document some TypeScript uses',
  description:
    'Reads TypeScript that calls an API through a generated client, openapi-fetch, the SDK of hey-api or types of openapi-typescript, and writes which operations, parameters and members it sends and reads, each with file and line. What cannot be followed counts as used with all that is below it.',
  arguments: ['<document>', '<folder>'],
  options: {
    ...USAGE_OPTIONS,
    ...JSON_OPTION,
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document, folder] }, { out, err }) {
    const { model } = await readDocument(document, readLoadOptions(values));
    const { listUnread, readProject } = await loadReading();
    const consumer = values.consumer ?? basename(resolve('.'));
    const uses = readProject(model, folder);
    const text = await writeUsage(model, { consumer, date: getToday(), ...uses }, values.out);
    for (const notice of [describeUnread(listUnread(folder)), describeWhole(uses)])
      if (notice !== undefined) err(notice);
    if (values.out === undefined) out(text.trimEnd());
    else if (values.json) out(JSON.stringify({ written: [values.out] }));
    else err(`${values.out} written`);
    return 0;
  },
});

function describeUnread(files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;
  return `${summarize(files)}: not TypeScript, so not read; what they use is missing in the file`;
}

function describeWhole({ places }: Pick<Usage, 'places'>): string | undefined {
  const locations = new Set(Object.values(places).flatMap(({ whole = [] }) => whole));
  if (locations.size === 0) return undefined;
  return `${summarize([...locations])}: values cannot be followed from here, so all below them counts as used`;
}

function summarize(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${names.slice(0, 3).join(', ')}${more}`;
}

// The command line as one file does not contain the compiler.
async function loadReading() {
  try {
    return await import('@keyframe/openapi-usage/reading');
  } catch (cause) {
    if (!/MODULE_NOT_FOUND$/.test(String(Object(cause).code))) throw cause;
    const advice = 'npm install --save-dev typescript@5.9 (TypeScript 7 has none; its code is read, too)';
    throw new UsageError(`usage needs a compiler for JavaScript: ${advice}`, { cause });
  }
}
