import { runLint } from '../lint/run-lint.ts';
import { readTargets, writeReport } from '../report/write-report.ts';
import {
  type Command,
  FILTER_OPTIONS,
  FILTER_USAGE,
  REPORT_OPTIONS,
  REPORT_USAGE,
  readWords,
  type Streams,
} from './command.ts';

const OPTIONS = { ...REPORT_OPTIONS, ...FILTER_OPTIONS, redocly: { type: 'string' } } as const;

/** Reports the problems of a document. */
export const lintCommand: Command = {
  usage: `lint <document> [--redocly <config>] [<options>]

Runs Redocly, if @redocly/cli is installed, and the doctor of openapi-hono: violations of OpenAPI, keywords without
effect, examples that do not match their schemas.

  --redocly <config>    a Redocly configuration with your own rules and plugins; the recommended rules by default
${FILTER_USAGE}
${REPORT_USAGE}`,
  run: async (words, { out, env, signal }: Streams) => {
    const { values, positionals } = readWords(words, OPTIONS, ['<document>']);
    const report = await runLint(positionals[0] ?? '', { ...values, signal });
    return writeReport(report, {
      targets: values.report.flatMap(readTargets),
      baseline: values.baseline,
      out,
      env,
    });
  },
};
