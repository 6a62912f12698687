import type { ChangeLevel } from '../diff/change.ts';
import { runDiff } from '../diff/run-diff.ts';
import { changelogText } from '../report/markdown.ts';
import { readTargets, writeReport } from '../report/write-report.ts';
import { UsageError } from '../usage-error.ts';
import {
  type Command,
  FILTER_OPTIONS,
  FILTER_USAGE,
  REPORT_OPTIONS,
  REPORT_USAGE,
  readWords,
  type Streams,
} from './command.ts';
import { readDay } from './read-options.ts';

const OPTIONS = {
  ...REPORT_OPTIONS,
  ...FILTER_OPTIONS,
  rule: { type: 'string', multiple: true, default: [] as string[] },
  today: { type: 'string' },
  changelog: { type: 'boolean', default: false },
} as const;

const LEVELS = ['error', 'warning', 'info', 'off'] as const;

/** Reports the breaking changes of a new version of a document. */
export const diffCommand: Command = {
  usage: `diff <old> <new> [--rule <id>=<level>] [--changelog] [<options>]

Compares the meaning of two versions of a document: what clients may send may only grow, and what servers may send may
only shrink, in requests, responses, callbacks and webhooks. Each is a path or git:REF:path.

  --rule <id>=<level>   set a rule to error, warning, info or off; * at the end of the id matches any rest (repeatable)
  --today <date>        the date that sunsets are compared with, 2026-11-22; today by default
  --changelog           print all changes as Markdown instead, including those that break nothing
${FILTER_USAGE}
${REPORT_USAGE}`,
  run: runDiffCommand,
};

async function runDiffCommand(words: readonly string[], { out, env }: Streams): Promise<0 | 1> {
  const { values, positionals } = readWords(words, OPTIONS, ['<old>', '<new>']);
  const [old = '', document = ''] = positionals;
  const rules = Object.fromEntries(values.rule.map(readRule));
  const { include, exclude } = values;
  const today = values.today === undefined ? undefined : readDay('today', values.today);
  const { report, locate } = await runDiff(old, document, { rules, today, include, exclude });
  const targets = values.report.flatMap(readTargets);
  const { changes = [] } = report;
  return writeReport(report, {
    targets,
    baseline: values.baseline,
    locate,
    out: values.changelog ? () => out(changelogText(changes)) : out,
    env,
  });
}

function readRule(text: string): [string, ChangeLevel | 'off'] {
  const at = text.lastIndexOf('=');
  const level = LEVELS.find((one) => one === text.slice(at + 1));
  if (at > 0 && level) return [text.slice(0, at), level];
  throw new UsageError(`--rule must be <id>=<level> with ${LEVELS.join(', ')} (got "${text}").`);
}
