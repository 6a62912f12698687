// Reads a document, generates from it, and collects the findings of both in one run, each location once.

import type { GeneratedFile } from '@keyframe/openapi-codegen';
import {
  type DocumentInspection,
  type JsonValue,
  type LoadOptions,
  type Locate,
  type OpenApiModel,
  type Problem,
  skipOperations,
} from '@keyframe/openapi-model';
import { type GenerateOptions, inspectGeneration } from './generate.ts';
import type { Generation } from './generation.ts';

export interface SourceInspectionOptions extends LoadOptions, Omit<GenerateOptions, 'onWarning'> {
  /** Whether operations with problems are omitted. */
  skipUnsupported?: boolean | undefined;
}

/** The findings about a generation; pointers are those of the model's document. */
interface Findings {
  /** Undefined without a model. */
  generation: Generation | undefined;
  files: readonly GeneratedFile[] | undefined;
  /** Violations of OpenAPI. */
  problems: readonly Problem[];
  /** Parts of the document that cannot be preserved exactly. */
  unsupported: readonly Problem[];
  warnings: readonly Problem[];
}

/** A document, and the findings about it and its generation. */
export interface SourceInspection extends Findings {
  model: OpenApiModel | undefined;
  /** The document as it was read, in its own OpenAPI version. */
  document: JsonValue;
  /** The operations that were omitted. */
  skipped: readonly string[];
  /** Paths of the files that the document was read from. */
  sources: readonly string[];
  locate: Locate;
}

/** Generates from a document that was read with the same options. */
export function inspectRead(
  read: DocumentInspection,
  options: SourceInspectionOptions = {},
): SourceInspection {
  const { document, files: sources, locate, model, problems, warnings, fileProblems } = read;
  const base = { document, sources, skipped: [], locate: model?.locate ?? locate };
  if (!model)
    return { ...base, model, generation: undefined, files: undefined, problems, unsupported: [], warnings };
  const all = collectFindings(model, read, options);
  const collect = (remaining: OpenApiModel, inspection: Pick<Findings, 'problems' | 'warnings'>) =>
    joinProblems(collectFindings(remaining, inspection, options));
  const findings = joinProblems(all);
  if (!options.skipUnsupported || findings.problems.length === 0) return { ...base, model, ...all };
  const remainder = skipOperations({ document, locate, model, fileProblems, found: findings }, collect);
  return {
    ...base,
    ...remainder.found,
    model: remainder.model,
    locate: remainder.model.locate,
    skipped: remainder.skipped,
    problems: remainder.found.problems.filter((problem) => !remainder.found.unsupported.includes(problem)),
    warnings: [...remainder.reported, ...remainder.found.warnings],
  };
}

function joinProblems(findings: Findings): Findings {
  return { ...findings, problems: [...findings.problems, ...findings.unsupported] };
}

function collectFindings(
  model: OpenApiModel,
  { problems, warnings }: Pick<Findings, 'problems' | 'warnings'>,
  options: SourceInspectionOptions,
): Findings {
  const generated = inspectGeneration(model, options);
  const collectPointers = (findings: readonly Problem[]) => new Set(findings.map(({ pointer }) => pointer));
  const wrong = collectPointers(problems);
  const reported = collectPointers([...problems, ...warnings]);
  const rules = new Set(warnings.map(({ pointer, rule }) => `${pointer} ${rule}`));
  // Two rules may accept the same part.
  const isNew = ({ pointer, rule }: Problem) =>
    !reported.has(pointer) || (rule !== undefined && !wrong.has(pointer) && !rules.has(`${pointer} ${rule}`));
  return {
    files: generated.files,
    generation: generated.generation,
    problems,
    // A part that was read leniently can still be unsupported.
    unsupported: generated.problems.filter(({ pointer }) => !wrong.has(pointer)),
    warnings: [...warnings, ...generated.warnings.filter(isNew)],
  };
}
