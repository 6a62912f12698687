import { defineCommand, LOAD_OPTIONS } from '@keyframe/openapi-tooling/command';
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
    ...LOAD_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { runLint } = await import('@keyframe/contract-gate/lint');
    const writeReport = await prepareReport(values, streams);
    const { load, selection } = readWhole(values);
    const { redocly } = values;
    return writeReport(await runLint(document, { redocly, ...selection, ...load, signal: streams.signal }));
  },
});
