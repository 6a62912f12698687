import type { ChangeLevel, Finding, VersionAdvice } from '@keyframe/contract-gate';
import { loadWords } from '@keyframe/openapi-codegen';
import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
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
    consumers: {
      value: '<pattern>',
      description:
        'usage files: say who uses what changed; with --fail-on used, only changes that hit somebody are errors (repeatable)',
      isRepeatable: true,
    },
    changelog: { description: 'print all changes as Markdown instead, including those that break nothing' },
    ...LOAD_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [before, after] }, streams) {
    const [{ runDiff }, { changelogText }] = await Promise.all([
      import('@keyframe/contract-gate/diff'),
      import('@keyframe/contract-gate/markdown'),
    ]);
    const isUsedOnly = values['fail-on'].includes('used');
    if (isUsedOnly && values.consumers.length === 0)
      throw new UsageError('--fail-on used needs --consumers.');
    const failOn = values['fail-on'].filter((name) => name !== 'used');
    const writeReport = await prepareReport({ ...values, 'fail-on': failOn }, streams);
    const { load, selection } = readWhole(values);
    const options = { rules: values.rule, today: values.today, ...selection, ...load };
    const { report, locate, skipped, note, advice, old } = await runDiff(before, after, options);
    if (old !== undefined && values.consumers.length > 0) {
      const { noteConsumers } = await import('../diff/note-consumers.ts');
      noteConsumers(report, old, { patterns: values.consumers, isUsedOnly, err: streams.err });
    }
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    if (note !== undefined) streams.err(note);
    if (advice?.isFollowed === false) {
      const text = `Version ${advice.after} does not announce the changes since ${advice.before}: ${advice.advised} is advised.`;
      if (values['check-version']) report.findings.push(createVersionFinding(text, advice));
      else if (!values.json) streams.err(text);
    }
    const words = [streams.called, before, after, ...loadWords(load)].join(' ');
    const replay = () => words;
    if (!values.changelog || values.json) return writeReport(report, { locate, replay });
    const { changes = [] } = report;
    return writeReport(report, { locate, replay, out: () => streams.out(changelogText(changes)) });
  },
});

function createVersionFinding(message: string, { after, advised = '' }: VersionAdvice): Finding {
  const severity = 'error';
  return {
    check: 'version-not-followed',
    severity,
    pointer: '#/info/version',
    message,
    expected: advised,
    received: after,
  };
}

function readRules(value: unknown, label: string): Record<string, ChangeLevel | 'off'> {
  const rules = Object.entries(readPairs(value, label)).map(([id, text]) => {
    const level = LEVELS.find((each) => each === text);
    if (level !== undefined) return [id, level] as const;
    throw new UsageError(`${label} must be <id>=<level> with ${LEVELS.join(', ')} (got "${id}=${text}").`);
  });
  return Object.fromEntries(rules);
}
