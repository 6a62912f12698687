import {
  type DocumentInspection,
  inspectDocument,
  isJsonObject,
  locateProblems,
  type OpenApiModel,
  type Problem,
  walkObjects,
} from '@keyframe/openapi-model';
import { generate } from '../generate.ts';
import { UnsupportedDocumentError } from '../unsupported-document-error.ts';
import { RULES } from './rules.ts';

/** Is a finding of the doctor: a problem, and the rule that found it. */
export interface DoctorFinding extends Problem {
  /**
   * `invalid`: the document breaks OpenAPI. `refused`: openapi-hono can't keep it. `notice`: it is kept, but does less
   * than it seems to. Others: what tools do in silence.
   */
  rule: string;
}

/**
 * Lists what is wrong with a document, and what the tools around OpenAPI and Hono would do to it in silence.
 * Throws DocumentReadError when it can't be read.
 */
export async function doctor(path: string): Promise<DoctorFinding[]> {
  const inspection = await inspectDocument(path);
  const { model, locate } = inspection;
  const problems = locateProblems(inspection.problems, model?.locate ?? locate);
  if (problems.length > 0 || !model) return asFindings('invalid', problems);
  const found = ruleFindings(inspection);
  const told = new Set(found.map(({ pointer }) => pointer));
  const own = ownFindings(model).filter(({ rule, pointer }) => rule !== 'notice' || !told.has(pointer));
  return [...own, ...found];
}

// What keeps our own generator from working, else what it has to say.
function ownFindings(model: OpenApiModel): DoctorFinding[] {
  try {
    const notices: Problem[] = [];
    generate(model, { onNotice: (notice) => notices.push(notice) });
    return asFindings('notice', notices);
  } catch (error) {
    if (error instanceof UnsupportedDocumentError) return asFindings('refused', error.problems);
    throw error;
  }
}

function ruleFindings({ document, locate }: DocumentInspection): DoctorFinding[] {
  const version = isJsonObject(document) ? /^3\.[01]/.exec(String(document.openapi))?.[0] : undefined;
  if (!isJsonObject(document) || version === undefined) return [];
  const rules = RULES.filter((rule) => rule.version === undefined || rule.version === version);
  const findings: DoctorFinding[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    for (const rule of rules) {
      if (rule.kind !== object.kind) continue;
      const report = (pointer: string, message: string, repair: string) =>
        findings.push({ rule: rule.name, ...locate(pointer), pointer, message, repair });
      rule.check(object, { report });
    }
    return true;
  });
  return findings;
}

function asFindings(rule: string, problems: readonly Problem[]): DoctorFinding[] {
  return problems.map((problem) => ({ rule, ...problem }));
}
