// Reads a document, generates from it, and collects the findings of both in one run, each location once.
import {
  type DocumentInspection,
  type JsonValue,
  type LoadOptions,
  type Locate,
  type OpenApiModel,
  type Problem,
  skipOperations,
} from '@keyframe/openapi-model';
import type { GeneratedFile } from '@keyframe/openapi-tooling/generator';
import { type GenerateOptions, inspectGeneration } from './generate.ts';
import type { Generation } from './generation.ts';

export interface SourceInspectionOptions extends LoadOptions, Omit<GenerateOptions, 'onWarning'> {
  /** Whether operations with problems are omitted. */
  skipUnsupported?: boolean | undefined;
}

/** Everything that is known of a document and its generation; pointers are those of the model's document. */
export interface SourceInspection {
  model: OpenApiModel | undefined;
  files: readonly GeneratedFile[] | undefined;
  /** The document as it was read, in its own OpenAPI version. */
  document: JsonValue;
  /** Violations of OpenAPI. */
  problems: readonly Problem[];
  /** Parts of the document that cannot be preserved exactly. */
  unsupported: readonly Problem[];
  warnings: readonly Problem[];
  /** The operations that were omitted. */
  skipped: readonly string[];
  /** Paths of the files that the document was read from. */
  sources: readonly string[];
  locate: Locate;
  /** Undefined where there is no model. */
  generation: Generation | undefined;
}

interface Findings {
  generation: Generation;
  files: readonly GeneratedFile[] | undefined;
  problems: readonly Problem[];
  unsupported: readonly Problem[];
  warnings: readonly Problem[];
}

/** Generates from a document that was read with the same options. */
export function inspectRead(
  read: DocumentInspection,
  options: SourceInspectionOptions = {},
): SourceInspection {
  const { document, files: sources, locate, model } = read;
  const base = { document, sources, skipped: [], locate: model?.locate ?? locate };
  const { problems, warnings } = read;
  if (!model) {
    return {
      ...base,
      model,
      generation: undefined,
      files: undefined,
      problems,
      unsupported: [],
      warnings,
    };
  }
  const found = collectFindings(model, read, options);
  const isSound = found.problems.length + found.unsupported.length === 0;
  if (isSound || !options.skipUnsupported) return { ...base, model, ...found };
  const listProblems = (one: Findings) => [...one.problems, ...one.unsupported];
  const { fileProblems } = read;
  const skippable = {
    document,
    locate,
    model,
    fileProblems,
    found: { ...found, problems: listProblems(found) },
  };
  const left = skipOperations(skippable, (one, again) => {
    const collected = collectFindings(one, again, options);
    return { ...collected, problems: listProblems(collected) };
  });
  return {
    ...base,
    ...left.found,
    model: left.model,
    locate: left.model.locate,
    skipped: left.skipped,
    problems: left.found.problems.filter((problem) => !left.found.unsupported.includes(problem)),
    warnings: [...left.reported, ...left.found.warnings],
  };
}

function collectFindings(
  model: OpenApiModel,
  { problems, warnings }: { problems: readonly Problem[]; warnings: readonly Problem[] },
  options: SourceInspectionOptions,
): Findings {
  const generated = inspectGeneration(model, options);
  const collectPointers = (found: readonly Problem[]) => new Set(found.map(({ pointer }) => pointer));
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
