import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findTool, runTool } from '@keyframe/contract-gate';
import { LOAD_OPTIONS, readLoadOptions, requireOtherFile } from '@keyframe/openapi-tooling/command';
import { defineCommand, UsageError } from '@keyframe/openapi-tooling/command/run';
import { readDocument } from '@keyframe/openapi-tooling/document';
import { createFolder } from '@keyframe/openapi-tooling/file';

// Redoc loads only its own logo from its maker's host.
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w.-]+/g;

/** Writes the reference of a document. */
export const docsCommand = defineCommand({
  name: 'docs',
  summary: 'write the reference of a document as one HTML file',
  description:
    'Writes the reference of a document as one HTML file with @redocly/cli, 2.70 or newer, which must be installed. The file loads nothing from other hosts.',
  arguments: ['<document>'],
  options: {
    out: { value: '<file>', description: 'write the reference to this file', isRequired: true },
    json: { description: 'print the result as JSON' },
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { out, json } = values;
    requireOtherFile(out, [document, ...values.overlay]);
    const redocly = findTool('@redocly/cli', 'redocly');
    if (redocly === undefined) {
      throw new UsageError('@redocly/cli is not installed. Install it: npm install --save-dev @redocly/cli');
    }
    // Its errors name their locations, which Redocly's do not.
    const { model, skipped } = await readDocument(document, readLoadOptions(values));
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    await createFolder(dirname(resolve(out)));
    const folder = await mkdtemp(join(tmpdir(), 'keyframe-'));
    try {
      // Redocly cannot parse all that is read here, and knows no options for reading.
      const path = join(folder, 'openapi.json');
      await writeFile(path, JSON.stringify(model.document));
      const page = join(folder, 'page.html');
      const words = ['build-docs', path, '--inlineBundle', '--output', page];
      const { code, stderr } = await runTool(redocly, words, { signal: streams.signal });
      if (code !== 0) {
        const size = `${model.operations.length} operations and ${model.schemas.size} schemas`;
        streams.err(stderr.trim());
        streams.err(`@redocly/cli failed on a document with ${size}. --include selects a part of it.`);
        return 1;
      }
      const html = await readFile(page, 'utf8');
      await writeFile(resolve(out), html.replaceAll(LOGO, 'data:,'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    if (json) streams.out(JSON.stringify({ written: [out] }));
    else streams.err(`${out} written`);
    return 0;
  },
});
