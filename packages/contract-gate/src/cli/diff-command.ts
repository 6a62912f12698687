import {
  defineCommand,
  LOAD_OPTIONS,
  loadWords,
  readLoadOptions,
  UsageError,
} from '@keyframe/openapi-tooling/command';
import type { ChangeLevel } from '../diff/change.ts';
import { FILTER_OPTIONS } from './filter-options.ts';
import { readDay } from './read-options.ts';
import { prepareReport, REPORT_OPTIONS } from './report-options.ts';

const LEVELS = ['error', 'warning', 'info', 'off'] as const;

/** Reports the breaking changes of a new version of a document. */
export const diffCommand = defineCommand({
  name: 'diff',
  summary: 'report the breaking changes of a new version of a document',
  description:
    'Compares the meaning of two versions of a document: what clients may send may only grow, and what servers may send may only shrink, in requests, responses, callbacks and webhooks. Each is a path or git:REF:path.',
  arguments: ['<old>', '<new>'],
  endsBySignal: true,
  options: {
    rule: {
      value: '<id>=<level>',
      description:
        'set a rule to error, warning, info or off; * at the end of the id matches any rest (repeatable)',
      isRepeatable: true,
    },
    today: {
      value: '<date>',
      description: 'the date that sunsets are compared with, 2026-11-22; today by default',
    },
    changelog: { description: 'print all changes as Markdown instead, including those that break nothing' },
    ...LOAD_OPTIONS,
    ...FILTER_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [before, after] }, streams) {
    const rules = Object.fromEntries(values.rule.map(readRule));
    const today = values.today === undefined ? undefined : readDay('today', values.today);
    const [{ runDiff }, { changelogText }] = await Promise.all([
      import('../diff/run-diff.ts'),
      import('../report/markdown.ts'),
    ]);
    const writeReport = await prepareReport(values, streams);
    const load = readLoadOptions(values);
    const { include, exclude } = values;
    const options = { rules, today, include, exclude, ...load };
    const { report, locate, skipped, note } = await runDiff(before, after, options);
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    if (note !== undefined) streams.err(note);
    const words = [streams.called, before, after, ...loadWords(load)].join(' ');
    const replay = () => words;
    if (!values.changelog || values.json) return writeReport(report, { locate, replay });
    const { changes = [] } = report;
    return writeReport(report, { locate, replay, out: () => streams.out(changelogText(changes)) });
  },
});

function readRule(text: string): [string, ChangeLevel | 'off'] {
  const at = text.lastIndexOf('=');
  const level = LEVELS.find((each) => each === text.slice(at + 1));
  if (at > 0 && level) return [text.slice(0, at), level];
  throw new UsageError(`--rule must be <id>=<level> with ${LEVELS.join(', ')} (got "${text}").`);
}
