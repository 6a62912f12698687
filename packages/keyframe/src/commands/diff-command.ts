import type { ChangeLevel, Report } from '@keyframe/contract-gate';
import { loadWords } from '@keyframe/openapi-codegen';
import { defineCommand, type Streams } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { createConsumerNote } from '../diff/note-consumers.ts';
import { CONSUMER_OPTION } from '../options/consumer-option.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { readDay, readPairs } from '../options/read-options.ts';
import { readWhole } from '../options/read-whole.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';

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
      read: readRules,
    },
    today: {
      value: '<date>',
      description: 'the date that sunsets are compared with, 2026-11-22; today by default',
      read: readDay,
    },
    'check-version': {
      description: 'fail if info.version has not followed the changes, by semantic versioning',
    },
    changelog: { description: 'print all changes as Markdown instead, including those that break nothing' },
    ...CONSUMER_OPTION,
    ...LOAD_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [before, after] }, streams) {
    const [{ runDiff }, { changelogText }] = await Promise.all([
      import('@keyframe/contract-gate/diff'),
      import('@keyframe/contract-gate/markdown'),
    ]);
    const writeReport = await prepareReport(values, streams);
    const { load, selection } = readWhole(values);
    const noteConsumers = createConsumerNote(values);
    const options = { rules: values.rule, today: values.today, noteConsumers, ...selection, ...load };
    const { report, locate, skipped, note } = await runDiff(before, after, options);
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    if (note !== undefined) streams.err(note);
    adviseVersion(report, { isChecked: values['check-version'], err: values.json ? undefined : streams.err });
    const words = [streams.called, before, after, ...loadWords(load)].join(' ');
    const replay = () => words;
    if (!values.changelog || values.json) return writeReport(report, { locate, replay });
    const { changes = [] } = report;
    return writeReport(report, { locate, replay, out: () => streams.out(changelogText(changes)) });
  },
});

/** How the version of a new document is checked. */
interface VersionCheck {
  isChecked: boolean;
  /** Undefined if the version is part of the output. */
  err: Streams['err'] | undefined;
}

function adviseVersion({ version, changes = [], findings }: Report, { isChecked, err }: VersionCheck): void {
  if (version?.advised === undefined || changes.length === 0) return;
  const { before, after, advised, isFollowed } = version;
  const verb = isFollowed ? 'announces' : 'does not announce';
  const message = `Version ${after} ${verb} the changes since ${before}: ${advised} is advised.`;
  const finding = { check: 'version-not-followed', severity: 'error', pointer: '#/info/version' } as const;
  if (isChecked && !isFollowed) findings.push({ ...finding, message, expected: advised, received: after });
  else err?.(message);
}

function readRules(value: unknown, label: string): Record<string, ChangeLevel | 'off'> {
  const rules = Object.entries(readPairs(value, label)).map(([id, text]) => {
    const level = LEVELS.find((each) => each === text);
    if (level !== undefined) return [id, level] as const;
    throw new UsageError(`${label} must be <id>=<level> with ${LEVELS.join(', ')} (got "${id}=${text}").`);
  });
  return Object.fromEntries(rules);
}
