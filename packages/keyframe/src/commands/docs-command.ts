import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findTool, runTool } from '@keyframe/contract-gate';
import { loadDocument } from '@keyframe/openapi-model';
import { findDocumentErrorStatus } from '@keyframe/openapi-tooling/command';
import { defineCommand, UsageError } from '@keyframe/openapi-tooling/command/run';
import type { LoadedCommand } from '../loaded-command.ts';

const docsCommand = defineCommand({
  name: 'docs',
  summary: 'write the reference of a document as one HTML file',
  description:
    'Writes the reference of a document as one HTML file with @redocly/cli, which must be installed.',
  arguments: ['<document>'],
  options: {
    out: { value: '<file>', description: 'write the reference to this file', isRequired: true },
    json: { description: 'print the result as JSON' },
  },
  async run({ values: { out, json }, positionals: [document] }, streams) {
    const redocly = findTool('@redocly/cli', 'redocly');
    if (redocly === undefined) {
      throw new UsageError('@redocly/cli is not installed. Install it: npm install --save-dev @redocly/cli');
    }
    // Its errors name their locations, which Redocly's do not.
    await loadDocument(document);
    await mkdir(dirname(resolve(out)), { recursive: true });
    const words = ['build-docs', resolve(document), '--output', resolve(out)];
    const { code, stderr } = await runTool(redocly, words, { signal: streams.signal });
    if (code !== 0) {
      streams.err(stderr.trim());
      return 1;
    }
    if (json) streams.out(JSON.stringify({ written: [out] }));
    else streams.err(`${out} written`);
    return 0;
  },
});

/** Loads the command that writes the reference. */
export async function loadDocs(): Promise<LoadedCommand> {
  return { command: docsCommand, findErrorStatus: findDocumentErrorStatus };
}
