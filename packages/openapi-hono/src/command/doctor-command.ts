import { formatExcerpt, formatOthers, formatProblems, groupProblems } from '@keyframe/openapi-model';
import { defineCommand } from '@keyframe/openapi-tooling/command';
import type { DoctorFinding } from '../doctor/doctor.ts';
import { LEVELS, type Level } from '../doctor/level.ts';
import { readSourceOptions, SOURCE_OPTIONS } from './source-options.ts';

/** Lists the errors of a document, and what other tools will change in it. */
export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'list the errors of a document, and what other tools change in it',
  description:
    'Lists errors (which prevent generation), warnings (keywords without effect, examples that do not match their schema, members that the official schema does not allow) and infos (what other tools silently do with the document). Each shows its location, an excerpt and a repair. Exits with 1 if there are errors or warnings.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    level: {
      value: '<level>',
      description: 'list findings of this level and above: error, warning or info (the default)',
      choices: LEVELS,
      default: 'info',
    },
    ...SOURCE_OPTIONS,
    json: { description: 'print the findings as JSON' },
  },
  async run({ values, positionals: [document] }, { out }) {
    const { doctor } = await import('../doctor/doctor.ts');
    const shown: readonly Level[] = LEVELS.slice(0, LEVELS.indexOf(values.level) + 1);
    const all = await doctor(document, readSourceOptions(values));
    const findings = all.filter(({ level }) => shown.includes(level));
    if (values.json) out(JSON.stringify({ findings }));
    else for (const group of groupProblems(findings)) out(formatGroup(document, group));
    return findings.some(({ level }) => level !== 'info') ? 1 : 0;
  },
});

function formatGroup(document: string, [finding, ...others]: [DoctorFinding, ...DoctorFinding[]]): string {
  const { excerpt: _excerpt, ...head } = finding;
  const line = `${finding.level}: ${formatProblems(document, [head])} [${finding.rule}]`;
  return `${line}${formatExcerpt(finding)}${formatOthers(document, others)}`;
}
