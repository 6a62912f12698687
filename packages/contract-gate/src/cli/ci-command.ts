import { dirname, resolve } from 'node:path';
import {
  defineCommand,
  LOAD_OPTIONS,
  loadWords,
  type OptionTable,
  readLoadOptions,
  resolveLocation,
  type Streams,
  type Values,
} from '@keyframe/openapi-tooling/command';
import { TOOLS } from '../ci/tools.ts';
import { FILTER_OPTIONS } from './filter-options.ts';
import { createProgress } from './progress.ts';
import { readCount, readDuration } from './read-options.ts';
import { REPORT_OPTIONS } from './report-options.ts';

const OPTIONS = {
  config: {
    value: '<file>',
    description: 'contract-gate.config.ts by default; its paths are relative to its folder',
    default: 'contract-gate.config.ts',
  },
  'max-time': {
    value: '<time>',
    description: 'time limit of test, such as 10m; that of the configuration by default',
  },
  seed: { value: '<number>', description: 'repeat the requests of an earlier run' },
  tool: {
    value: '<name>',
    description: `run only ${TOOLS.join(', ')} (repeatable)`,
    choices: TOOLS,
    isRepeatable: true,
  },
  ...LOAD_OPTIONS,
  ...FILTER_OPTIONS,
  ...REPORT_OPTIONS,
} as const satisfies OptionTable;

/** Runs every configured tool. */
export const ciCommand = defineCommand({
  name: 'ci',
  summary: 'run every configured tool',
  description:
    'Runs lint, diff, round-trip, test, Dredd, the Prism proxy and redocly respect, as configured.',
  arguments: [],
  options: OPTIONS,
  run: ({ values }, streams) => runTools(values, streams),
});

async function runTools(values: Values<typeof OPTIONS>, streams: Streams): Promise<0 | 1> {
  const [{ runCi }, { loadConfig }, { readTargets, writeReport }] = await Promise.all([
    import('../ci/run-ci.ts'),
    import('../config/gate-config.ts'),
    import('../report/write-report.ts'),
  ]);
  const path = resolve(values.config);
  const config = await loadConfig(path);
  const targets = [
    ...Object.entries(config.report ?? {}).map(([format, file]) => ({
      format,
      path: resolve(dirname(path), file),
    })),
    ...values.report.flatMap(readTargets).map(({ format, path: file }) => ({ format, path: resolve(file) })),
  ];
  const baseline = values.baseline === undefined ? config.baseline : resolve(values.baseline);
  const load = readLoadOptions({
    ...values,
    overlay: values.overlay.map(resolveLocation),
    'allow-ref': values['allow-ref'].map(resolveLocation),
  });
  const command = [streams.called, '--config', values.config, ...loadWords(readLoadOptions(values))].join(
    ' ',
  );
  // Paths of the configuration, and the installed tools, are relative to its folder.
  process.chdir(dirname(path));
  const { report, locate, skipped } = await runCi(config, {
    ...load,
    maxTimeMs: values['max-time'] === undefined ? undefined : readDuration('max-time', values['max-time']),
    seed: values.seed === undefined ? undefined : readCount('seed', values.seed),
    ...(values.tool.length > 0 ? { tools: values.tool } : {}),
    ...(values.include.length > 0 ? { include: values.include } : {}),
    ...(values.exclude.length > 0 ? { exclude: values.exclude } : {}),
    command,
    onProgress: createProgress(streams),
    signal: streams.signal,
  });
  for (const operation of skipped) streams.err(`skipped: ${operation}`);
  const { called, out, env } = streams;
  return writeReport(report, {
    called,
    targets,
    baseline,
    failOn: values['fail-on'],
    isJson: values.json,
    locate,
    out,
    env,
  });
}
