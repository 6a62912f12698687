import {
  type DocumentInspection,
  inspectDocument,
  isJsonObject,
  locateProblems,
  type Problem,
  walkObjects,
} from '@keyframe/openapi-model';
import { inspectRead, type SourceInspection } from '../inspect-source.ts';
import type { SourceOptions } from '../project.ts';
import { LEVELS, type Level } from './level.ts';
import { refusedExamples } from './refused-examples.ts';
import { refusedMembers } from './refused-members.ts';
import { RULES } from './rules.ts';

/** A finding of the doctor: a problem, and the rule that found it. */
export interface DoctorFinding extends Problem {
  /**
   * `invalid`: the document breaks OpenAPI. `unsupported`: openapi-hono cannot preserve it. `annotation`: it is preserved, but
   * has less effect than it seems. A name of `REPAIRS`: `--lenient` accepts it. Others: see `RULES`.
   */
  rule: string;
  level: Level;
}

/**
 * Lists the problems of a document at a path, and what other tools silently change in it.
 * Throws DocumentReadError if it cannot be read.
 */
export async function doctor(path: string, options: SourceOptions = {}): Promise<DoctorFinding[]> {
  return diagnose(await inspectDocument(path, options), options);
}

/** Lists the same findings as `doctor` for a document that was read with the same options. */
export function diagnose(read: DocumentInspection, options: SourceOptions = {}): DoctorFinding[] {
  const source = inspectRead(read, options);
  const reported = [
    ...createFindings('error', 'invalid', source.problems),
    ...createFindings('error', 'unsupported', source.unsupported),
    ...createFindings('warning', 'annotation', source.warnings),
  ];
  const pointers = new Set(reported.map(({ pointer }) => pointer));
  const added = [
    ...createFindings('warning', 'official-schema', refusedMembers(source.document)),
    ...createFindings('warning', 'refused-examples', refusedExamples(source)),
    ...ruleFindings(source),
  ];
  const all = [...reported, ...added.filter(({ pointer }) => !pointers.has(pointer))];
  const located = all.map((finding) => ({ ...finding, ...locateProblems([finding], source.locate)[0] }));
  return LEVELS.flatMap((level) => located.filter((finding) => finding.level === level));
}

function createFindings(level: Level, rule: string, problems: readonly Problem[]): DoctorFinding[] {
  return problems.map((problem) => ({ ...problem, rule: problem.rule ?? rule, level }));
}

function ruleFindings({ document }: SourceInspection): DoctorFinding[] {
  const version = isJsonObject(document)
    ? /^3\.[0-2]/.exec(String(document.openapi))?.[0]?.replace('3.2', '3.1')
    : undefined;
  if (!isJsonObject(document) || version === undefined) return [];
  const rules = RULES.filter((rule) => rule.version === undefined || rule.version === version);
  const findings: DoctorFinding[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    for (const { name, level, kind, check } of rules) {
      if (kind !== object.kind) continue;
      const report = (pointer: string, message: string, repair: string) =>
        findings.push({ rule: name, level, pointer, message, repair });
      check(object, { report });
    }
    return true;
  });
  return findings;
}
