import { formatExcerpt, formatProblems } from '@keyframe/openapi-model';
import { type Command, readWords, type Streams, UsageError } from '@keyframe/openapi-tooling/command';
import { type DoctorFinding, doctor, LEVELS, type Level } from '../doctor/doctor.ts';
import { readSourceOptions, SOURCE_OPTIONS, SOURCE_USAGE } from './source-options.ts';

const OPTIONS = {
  ...SOURCE_OPTIONS,
  level: { type: 'string', default: 'info' },
  json: { type: 'boolean', default: false },
} as const;

/** Lists the errors of a document, and what other tools will change in it. */
export const doctorCommand: Command = {
  usage: `openapi-hono doctor <document> [--level <level>] [<options>] [--json]

Lists errors (which prevent generation), warnings (keywords without effect, examples that do not match their schema,
members that the official schema does not allow) and infos (what other tools silently do with the document). Each shows
its location, an excerpt and a repair. Exits with 1 if there are errors or warnings.

  --level <level>       list findings of this level and above: error, warning or info (the default)
${SOURCE_USAGE}
  --json                print the findings as JSON`,
  run: runDoctor,
};

async function runDoctor(words: readonly string[], { out }: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  const shown: readonly Level[] = LEVELS.slice(0, LEVELS.indexOf(parseLevel(values.level)) + 1);
  const all = await doctor(document, readSourceOptions(values));
  const findings = all.filter(({ level }) => shown.includes(level));
  if (values.json) out(JSON.stringify({ findings }));
  else for (const finding of findings) out(formatFinding(document, finding));
  return findings.some(({ level }) => level !== 'info') ? 1 : 0;
}

function parseLevel(name: string): Level {
  const found = LEVELS.find((level) => level === name);
  if (found) return found;
  throw new UsageError(`--level must be one of ${LEVELS.join(', ')} (got "${name}").`);
}

function formatFinding(document: string, finding: DoctorFinding): string {
  const { excerpt: _excerpt, ...head } = finding;
  const line = `${finding.level}: ${formatProblems(document, [head])} [${finding.rule}]`;
  return `${line}${formatExcerpt(finding)}`;
}
