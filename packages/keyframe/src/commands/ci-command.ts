import type { GateConfig, RuleLevels } from '@keyframe/contract-gate';
import { TOOLS } from '@keyframe/contract-gate/tools';
import { defineCommand, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { completeCall } from '../config/complete-by-config.ts';
import { CONFIG_NAME, loadConfig, type NamedApi, selectApis } from '../config/load-config.ts';
import { type ConsumerValues, createConsumerNote } from '../diff/note-consumers.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { createProgress } from '../options/progress.ts';
import { readCount, readDuration } from '../options/read-options.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';
import { readServer } from '../options/server-option.ts';
import { diffCommand } from './diff-command.ts';
import { readTestSettings, type TestValues, testCommand } from './test-command.ts';

const { include, exclude, 'skip-unsupported': skipUnsupported } = LOAD_OPTIONS;

const OPTIONS = {
  timeout: {
    value: '<time>',
    description: 'time limit of test, such as 10m; that of the configuration by default',
    read: readDuration,
  },
  seed: { value: '<number>', description: 'repeat the requests of an earlier run', read: readCount() },
  tool: {
    value: '<name>',
    description: `run only ${TOOLS.join(', ')} (repeatable)`,
    choices: TOOLS,
    isRepeatable: true,
  },
  include,
  exclude,
  'skip-unsupported': skipUnsupported,
  ...REPORT_OPTIONS,
} as const satisfies OptionTable;

/** Also those that only the configuration sets. */
const ALL_OPTIONS = { ...LOAD_OPTIONS, ...OPTIONS } as const satisfies OptionTable;

/** Runs every configured check. */
export const ciCommand = defineCommand({
  name: 'ci',
  summary: 'run every configured check',
  description:
    'Runs the checks of keyframe.config.ts, of all APIs or of the named ones: lint, diff, round-trip, test, Dredd, the Prism proxy and redocly respect.',
  arguments: ['[<api>…]'],
  options: OPTIONS,
  async run({ values, positionals }, streams) {
    const config = await loadConfig('Create it.');
    const apis = selectApis(config, positionals);
    // Paths of the configuration, and the installed tools, are relative to its folder.
    process.chdir(config.folder);
    let status = 0;
    for (const namedApi of apis) status = Math.max(status, await checkApi(namedApi, values, streams));
    return status;
  },
});

const NEEDING_SERVER = ['test', 'roundTrip', 'respect', 'dredd', 'prismProxy'] as const;

async function checkApi(
  namedApi: NamedApi,
  passed: Values<typeof OPTIONS>,
  streams: Streams,
): Promise<number> {
  const { name, api } = namedApi;
  const needing = NEEDING_SERVER.find((check) => api[check] !== undefined);
  if (needing !== undefined && api.server === undefined)
    throw new UsageError(`${CONFIG_NAME}: apis.${name}.${needing} needs apis.${name}.server.`);
  const command = { ...ciCommand, options: ALL_OPTIONS };
  const call = completeCall(command, [], { passed, namedApi, section: 'ci' });
  const values = call.values as Values<typeof ALL_OPTIONS>;
  const writeReport = await prepareReport(values, streams);
  const { runCi } = await import('@keyframe/contract-gate/ci');
  const { timeout, seed, tool } = values;
  const { include: _include, exclude: _exclude, ...load } = readLoadOptions(values);
  const { report, locate, skipped } = await runCi(readChecks(namedApi), {
    ...load,
    ...(passed.include.length > 0 && { include: passed.include }),
    ...(passed.exclude.length > 0 && { exclude: passed.exclude }),
    maxTimeMs: timeout,
    seed,
    ...(tool.length > 0 && { tools: tool }),
    command: `${streams.called} ${name}`,
    onProgress: createProgress(streams),
    signal: streams.signal,
  });
  for (const operation of skipped) streams.err(`skipped: ${operation}`);
  return writeReport(report, { locate });
}

/** Reads the checks of an API, with the values of their options. */
function readChecks(namedApi: NamedApi): GateConfig {
  const { document, read, lint, diff, test, server, roundTrip, respect, dredd, prismProxy } = namedApi.api;
  const checks = { roundTrip, respect, dredd, prismProxy };
  const configured = Object.entries(checks).filter(([, check]) => check !== undefined);
  return {
    document,
    include: read?.include,
    exclude: read?.exclude,
    ...(lint && { lint }),
    ...(diff && { diff: { against: diff.against, ...readDiff(namedApi) } }),
    ...(server !== undefined && {
      server: readServer(server, `${CONFIG_NAME}: apis.${namedApi.name}.server`),
    }),
    ...Object.fromEntries(configured),
    ...(test && { test: readTest(namedApi) }),
  };
}

function readDiff(namedApi: NamedApi): Omit<NonNullable<GateConfig['diff']>, 'against'> {
  const { values } = completeCall(diffCommand, ['', ''], { namedApi, section: 'diff' });
  const { rule: rules, ...options } = values as Pick<ConsumerValues, keyof ConsumerValues> & {
    rule: RuleLevels;
  };
  return { rules, noteConsumers: createConsumerNote(options) };
}

function readTest(namedApi: NamedApi): NonNullable<GateConfig['test']> {
  const { values } = completeCall(testCommand, [''], { namedApi, section: 'test' });
  const settings = readTestSettings(values as TestValues);
  const { include: included, exclude: excluded, propertyRuns } = namedApi.api.test ?? {};
  return {
    ...settings,
    ...(propertyRuns !== undefined && { propertyRuns }),
    ...(included && { include: included }),
    ...(excluded && { exclude: excluded }),
  };
}
