import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeReferenceFile, writeReferenceFolder } from '@keyframe/openapi-docs';
import { readDocument } from '@keyframe/openapi-model';
import { createFolder } from '@keyframe/openapi-runtime/node';
import { mapConsumers, readUsages } from '@keyframe/openapi-usage';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { CONSUMER_OPTION } from '../options/consumer-option.ts';
import { LOAD_OPTIONS, readLoadOptions, requireOtherFile } from '../options/load-options.ts';

/** Writes the reference of a document. */
export const docsCommand = defineCommand({
  name: 'docs',
  summary: 'write the reference of a document, with its mock in the page',
  description:
    'Writes the reference of a document: as one HTML file that loads nothing, or, if the path ends with a slash, as a site with a page for each operation, Markdown of every page and llms.txt. Requests of its forms are answered by a mock in the page.',
  arguments: ['<document>'],
  options: {
    out: {
      value: '<path>',
      description: 'write this file, or, with a slash at its end, this folder',
      isRequired: true,
    },
    server: {
      value: '<url>',
      description: "URL of the service in samples (default: the document's first server)",
    },
    'key-variable': {
      value: '<name>',
      description: 'environment variable that holds the key in samples (default: API_KEY)',
      default: 'API_KEY',
    },
    'no-mock': { description: 'write pages without the mock' },
    ...CONSUMER_OPTION,
    ...JSON_OPTION,
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { out, json, server } = values;
    requireOtherFile(out, [document, ...values.overlay]);
    if (server !== undefined && !URL.canParse(server))
      throw new UsageError(`--server must be an absolute URL (got "${server}").`);
    const { model, skipped } = await readDocument(document, readLoadOptions(values));
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    const { usages, missing } = readUsages(values.consumers);
    for (const consumer of missing) streams.err(`No usage file of ${consumer}.`);
    const options = {
      server,
      keyVariable: values['key-variable'],
      mock: values['no-mock'] !== true,
      ...(usages.length > 0 && { consumers: mapConsumers(model, usages) }),
    };
    if (/[/\\]$/.test(out)) await writeFiles(out, writeReferenceFolder(model, options));
    else {
      await createFolder(dirname(resolve(out)));
      await writeFile(resolve(out), writeReferenceFile(model, options));
    }
    if (json) streams.out(JSON.stringify({ written: [out] }));
    else streams.err(`${out} written`);
    return 0;
  },
});

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const file = join(resolve(folder), path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
