import { readDocument } from '@keyframe/openapi-model';
import { defineCommand, type Streams } from '../command/command.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { readWhole } from '../options/read-whole.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';

/** Reports the problems of a document. */
export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'report the problems of a document',
  description:
    'Lists violations of OpenAPI, keywords without effect, examples that do not match their schemas, and as notes what other tools silently change; with @redocly/cli installed, also what its rules find.',
  arguments: ['<document>'],
  options: {
    redocly: {
      value: '<config>',
      description:
        'a Redocly configuration with your own rules and plugins; the recommended rules by default',
    },
    async: {
      description:
        'print how asynchronous work is read, and an overlay with the x-async lines that the document lacks, and exit',
    },
    ...LOAD_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    if (values.async) return printWork(document, readWhole(values).load, streams);
    const { runLint } = await import('@keyframe/contract-gate/lint');
    const writeReport = await prepareReport(values, streams);
    const { load, selection } = readWhole(values);
    const { redocly } = values;
    return writeReport(await runLint(document, { redocly, ...selection, ...load, signal: streams.signal }));
  },
});

async function printWork(
  document: string,
  load: Parameters<typeof readDocument>[1],
  { out }: Streams,
): Promise<0> {
  const { model } = await readDocument(document, load);
  const { createReader, deriveWork, writeOverlay } = await import('@keyframe/openapi-resources');
  out(writeOverlay(deriveWork(createReader(model)), `Asynchronous work of ${document}`));
  return 0;
}
