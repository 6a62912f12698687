import { dirname, resolve } from 'node:path';
import { runCi, TOOLS, type ToolName } from '../ci/run-ci.ts';
import { loadConfig } from '../config/gate-config.ts';
import { readTargets, writeReport } from '../report/write-report.ts';
import { UsageError } from '../usage-error.ts';
import {
  type Command,
  FILTER_OPTIONS,
  FILTER_USAGE,
  REPORT_OPTIONS,
  REPORT_USAGE,
  readCount,
  readWords,
  type Streams,
} from './command.ts';
import { readDuration } from './read-options.ts';
import { progressOn } from './test-command.ts';

const OPTIONS = {
  ...REPORT_OPTIONS,
  ...FILTER_OPTIONS,
  config: { type: 'string', default: 'contract-gate.config.ts' },
  'max-time': { type: 'string' },
  seed: { type: 'string' },
  tool: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Runs every configured tool. */
export const ciCommand: Command = {
  usage: `ci [--config <file>] [<options>]

Runs lint, diff, round-trip, test, Dredd, the Prism proxy and redocly respect, as configured.

  --config <file>       contract-gate.config.ts by default; its paths are relative to its folder
  --max-time <time>     time limit of test, such as 10m; that of the configuration by default
  --seed <number>       repeat the requests of an earlier run
  --tool <name>        run only ${TOOLS.join(', ')} (repeatable)
${FILTER_USAGE}
${REPORT_USAGE}`,
  run: runCiCommand,
};

async function runCiCommand(words: readonly string[], streams: Streams): Promise<0 | 1> {
  const { values } = readWords(words, OPTIONS, []);
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
  // Paths of the configuration, and the installed tools, are relative to its folder.
  process.chdir(dirname(path));
  const { report, locate } = await runCi(config, {
    maxTimeMs: values['max-time'] === undefined ? undefined : readDuration('max-time', values['max-time']),
    seed: values.seed === undefined ? undefined : readCount('seed', values.seed),
    ...(values.tool.length > 0 ? { tools: values.tool.map(readTool) } : {}),
    ...(values.include.length > 0 ? { include: values.include } : {}),
    ...(values.exclude.length > 0 ? { exclude: values.exclude } : {}),
    command: `contract-gate ci --config ${values.config}`,
    onProgress: progressOn(streams),
    signal: streams.signal,
  });
  const { out, env } = streams;
  return writeReport(report, { targets, baseline, locate, out, env });
}

function readTool(text: string): ToolName {
  const tool = TOOLS.find((name) => name === text);
  if (tool) return tool;
  throw new UsageError(`--tool must be one of ${TOOLS.join(', ')} (got "${text}").`);
}
