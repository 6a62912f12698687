import { defineCommand, LOAD_OPTIONS, readLoadOptions } from '@keyframe/openapi-tooling/command';
import { FILTER_OPTIONS } from './filter-options.ts';
import { prepareReport, REPORT_OPTIONS } from './report-options.ts';

/** Reports the problems of a document. */
export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'report the problems of a document',
  description:
    'Runs Redocly, if @redocly/cli is installed, and the doctor of openapi-hono: violations of OpenAPI, keywords without effect, examples that do not match their schemas.',
  arguments: ['<document>'],
  options: {
    redocly: {
      value: '<config>',
      description:
        'a Redocly configuration with your own rules and plugins; the recommended rules by default',
    },
    ...LOAD_OPTIONS,
    ...FILTER_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { runLint } = await import('../lint/run-lint.ts');
    const writeReport = await prepareReport(values, streams);
    const { redocly, include, exclude } = values;
    const load = readLoadOptions(values);
    const report = await runLint(document, { redocly, include, exclude, ...load, signal: streams.signal });
    return writeReport(report);
  },
});
