// Reads a document, generates from it, and collects the findings of both in one run, each location once.
import {
  inspectDocument,
  inspectModel,
  type JsonValue,
  type LoadOptions,
  type Locate,
  type OpenApiModel,
  type Operation,
  type Problem,
  partsLeadingTo,
  withoutParts,
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

/** Reads and generates a document. Throws DocumentReadError. */
export async function inspectSource(
  path: string,
  options: SourceInspectionOptions = {},
): Promise<SourceInspection> {
  const read = await inspectDocument(path, options);
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
  return { ...base, ...skipParts({ document, model, found, locate }, options) };
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
  return {
    files: generated.files,
    generation: generated.generation,
    problems,
    // A part that was read leniently can still be unsupported.
    unsupported: generated.problems.filter(({ pointer }) => !wrong.has(pointer)),
    warnings: [...warnings, ...generated.warnings.filter(({ pointer }) => !reported.has(pointer))],
  };
}

interface Skippable {
  document: JsonValue;
  locate: Locate;
  model: OpenApiModel;
  found: Findings;
}

type Skipped = Findings & { model: OpenApiModel; locate: Locate; skipped: string[] };

// Leaving parts out may bring up others: an operation that a link leads to, or the first of two identical paths.
function skipParts(skippable: Skippable, options: SourceInspectionOptions): Skipped {
  let { document, model, found } = skippable;
  const { locate } = skippable;
  const skipped = new Set<string>();
  const reported: Problem[] = [];
  const removed = new Set<string>();
  for (;;) {
    const open = [...found.problems, ...found.unsupported];
    const openPointers = open.map(({ pointer }) => pointer);
    const { operations, pointers } = partsLeadingTo(model, openPointers);
    const isDone = pointers.every((pointer) => removed.has(pointer));
    const warnings = [...reported, ...found.warnings];
    if (isDone) return { ...found, model, locate: model.locate, skipped: [...skipped], warnings };
    reported.push(...open);
    for (const operation of operations) skipped.add(formatOperation(operation));
    for (const pointer of pointers) removed.add(pointer);
    document = withoutParts(document, model, pointers);
    const { source, files, lenient } = model;
    const read = inspectModel(document, source, { files, locate, lenient });
    if (!read.model) return { ...found, model, locate: model.locate, skipped: [...skipped], warnings };
    model = read.model;
    found = collectFindings(model, read, options);
  }
}

function formatOperation({ id, method, path }: Operation): string {
  return `${id} (${method.toUpperCase()} ${path})`;
}
