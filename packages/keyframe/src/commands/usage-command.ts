import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { defineCommand, LOAD_OPTIONS, readLoadOptions, UsageError } from '@keyframe/openapi-tooling/command';
import { readDocument } from '@keyframe/openapi-tooling/document';
import { formatUsage } from '@keyframe/openapi-usage';

/** Writes which parts of a document the sources of a consumer use. */
export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'write which parts of a document some TypeScript uses',
  description:
    'Reads TypeScript that calls an API through a generated client, openapi-fetch, the SDK of hey-api or types of openapi-typescript, and writes which operations, parameters and members it sends and reads, each with file and line. What cannot be followed counts as used with all that is below it.',
  arguments: ['<document>', '<folder>'],
  options: {
    out: { value: '<file>', description: 'write this file instead of printing it' },
    consumer: { value: '<name>', description: 'name of the consumer (default: that of the current folder)' },
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document, folder] }, { out, err }) {
    const { model } = await readDocument(document, readLoadOptions(values));
    const { readProject } = await loadReading();
    const { info } = model.document;
    const text = formatUsage({
      usage: 1,
      consumer: values.consumer ?? basename(resolve('.')),
      document: readTitle(info),
      date: new Date().toISOString().slice(0, 10),
      ...readProject(model, folder),
    });
    if (values.out === undefined) out(text.trimEnd());
    else {
      await writeFile(values.out, text);
      err(`${values.out} written`);
    }
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

function readTitle(info: unknown): { title: string; version: string } {
  const { title, version }: { title?: unknown; version?: unknown } =
    typeof info === 'object' && info !== null ? info : {};
  return { title: String(title ?? ''), version: String(version ?? '') };
}
