import { basename, resolve } from 'node:path';
import { readDocument } from '@keyframe/openapi-model';
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
    const { readProject } = await loadReading();
    const consumer = values.consumer ?? basename(resolve('.'));
    const text = await writeUsage(
      model,
      { consumer, date: getToday(), ...readProject(model, folder) },
      values.out,
    );
    if (values.out === undefined) out(text.trimEnd());
    else if (values.json) out(JSON.stringify({ written: [values.out] }));
    else err(`${values.out} written`);
    return 0;
  },
});

// The command line as one file does not contain the compiler.
async function loadReading() {
  try {
    return await import('@keyframe/openapi-usage/reading');
  } catch (cause) {
    if (Object(cause).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new UsageError('usage needs the compiler: npm install --save-dev typescript@5.9', { cause });
  }
}
