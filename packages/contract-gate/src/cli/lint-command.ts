import { runLint } from '../lint/run-lint.ts';
import { readTargets, writeReport } from '../report/write-report.ts';
import { type Command, REPORT_OPTIONS, REPORT_USAGE, readWords, type Streams } from './command.ts';

const OPTIONS = { ...REPORT_OPTIONS, redocly: { type: 'string' } } as const;

/** Tells what is wrong with a document. */
export const lintCommand: Command = {
  usage: `lint <document> [--redocly <config>] [<options>]

Asks Redocly, where @redocly/cli is installed, and the doctor of openapi-hono: what breaks OpenAPI, what means less than
it seems to, examples that their schemas refuse.

  --redocly <config>    a configuration of Redocly, with rules and plugins of your own; its recommended rules otherwise
${REPORT_USAGE}`,
  run: async (words, { out, env, signal }: Streams) => {
    const { values, positionals } = readWords(words, OPTIONS, ['<document>']);
    const report = await runLint(positionals[0] ?? '', { redocly: values.redocly, signal });
    return writeReport(report, {
      targets: values.report.flatMap(readTargets),
      baseline: values.baseline,
      out,
      env,
    });
  },
};
