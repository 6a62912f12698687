import { DocumentInvalidError } from './document-invalid-error.ts';
import { copyJson, isJsonObject, type JsonValue } from './json.ts';
import type { OpenApiModel } from './model/model.ts';
import { inspectModel, type ModelInspection } from './model/read-model.ts';
import { Origins } from './origins.ts';
import { type Locate, type Location, locateProblems, type Problem } from './problem.ts';
import { bundle } from './read/bundle.ts';
import { applyOverlay } from './read/overlay.ts';
import { readSourceFile } from './read/read-source-file.ts';
import type { SourceFile } from './read/source-file.ts';
import { type ReadFile, SourceFiles } from './read/source-files.ts';
import type { Lenience } from './repair/repairs.ts';
import { selectOperations } from './select/select-operations.ts';
import type { Selection } from './select/selection.ts';
import { SelectionUnknownError } from './select/selection-unknown-error.ts';

/** Options of reading a document from its files. */
export interface LoadOptions extends Selection {
  /** Paths or URLs of OpenAPI Overlays 1.0 to 1.2, applied in this order. */
  overlays?: readonly string[] | undefined;
  /** The rules by which errors whose intent is clear are accepted; none by default. */
  lenient?: Lenience | undefined;
  /** Folders and URLs, besides the folder of the document, whose files it may refer to. */
  allowRef?: readonly string[] | undefined;
  /** Reads the document and the files that it refers to, and overlays at URLs; from the disk by default. */
  readFile?: ReadFile | undefined;
}

/** A document after reading: bundled, of any version, and all findings about it. */
export interface DocumentInspection extends ModelInspection {
  /** The path that it was read from. */
  source: string;
  /** The document, overlays applied, without the operations that are not selected. */
  document: JsonValue;
  /** Paths of all files that it was read from, overlays included. */
  files: readonly string[];
  /** Those of the problems that were found in these files, before there was a model; without those of overlays. */
  fileProblems: readonly Problem[];
  locate: Locate;
}

/**
 * Reads a JSON or YAML file and the files that it refers to, and collects their problems. Throws DocumentReadError or
 * SelectionUnknownError.
 */
export async function inspectDocument(path: string, options: LoadOptions = {}): Promise<DocumentInspection> {
  const { overlays = [], lenient = false, readFile, allowRef } = options;
  const files = new SourceFiles(path, { read: readFile, lenience: lenient, allowRef });
  const bundled = await bundle(files, lenient);
  const overlayFiles: SourceFile[] = [];
  for (const overlay of overlays) overlayFiles.push(await files.readSeparate(overlay));
  const overlaid = applyOverlays(bundled, overlayFiles, lenient);
  const { document, locate } = overlaid;
  const paths = [...files.paths, ...overlays];
  const before = [...files.problems, ...overlaid.problems];
  const warnings = [...files.warnings, ...overlaid.warnings];
  const read = { source: path, files: paths, fileProblems: files.problems, locate };
  if (!isJsonObject(document) && before.length > 0) {
    return { ...read, document, model: undefined, problems: before, warnings };
  }
  const inspect = (value: JsonValue) => inspectModel(value, path, { locate, files: paths, lenient });
  const whole = inspect(document);
  const selected = whole.model && selectOperations(document, whole.model, options);
  if (selected && selected.unknown.length > 0) throw new SelectionUnknownError(path, selected.unknown);
  const inspection = !selected || selected.document === document ? whole : inspect(selected.document);
  return {
    ...read,
    document: selected?.document ?? document,
    model: inspection.model && { ...inspection.model, warnings: [...warnings, ...inspection.warnings] },
    problems: joinProblems({ before, unread: files.unread }, inspection.problems, inspection.model),
    warnings: [...warnings, ...inspection.warnings],
  };
}

/**
 * Reads an OpenAPI document from a JSON or YAML file and the files that it refers to; Swagger 2.0 and OpenAPI 3.0 are upgraded.
 * Throws DocumentReadError, SelectionUnknownError or DocumentInvalidError.
 */
export async function loadDocument(path: string, options: LoadOptions = {}): Promise<OpenApiModel> {
  const { model, problems, locate, files } = await inspectDocument(path, options);
  if (model && problems.length === 0) return model;
  throw new DocumentInvalidError(path, locateProblems(problems, model?.locate ?? locate), files);
}

/** Reads the value of a JSON or YAML file that is not a document. Throws DocumentReadError or DocumentInvalidError. */
export async function loadValue(path: string): Promise<JsonValue> {
  const { value, problems } = await readSourceFile(path);
  if (problems.length > 0) throw new DocumentInvalidError(path, problems, [path]);
  return value;
}

interface Located {
  document: JsonValue;
  locate: Locate;
}

function applyOverlays(
  bundled: Located,
  overlays: readonly SourceFile[],
  lenience: Lenience,
): Located & { problems: Problem[]; warnings: Problem[] } {
  const findings = { problems: [] as Problem[], warnings: [] as Problem[] };
  if (overlays.length === 0) return { ...bundled, ...findings };
  const document = copyJson(bundled.document);
  const origins = new Origins();
  origins.note(document, '#', bundled.locate);
  for (const overlay of overlays) {
    const { problems, warnings } = applyOverlay(overlay, { document, origins, lenience });
    findings.problems.push(...problems);
    findings.warnings.push(...warnings);
  }
  return { document, locate: origins.createLocate(document), ...findings };
}

// Problems between files are found again when the bundled document is read: each location is reported once.
function joinProblems(
  { before, unread }: { before: readonly Problem[]; unread: readonly Partial<Location>[] },
  problems: readonly Problem[],
  model: OpenApiModel | undefined,
): Problem[] {
  const formatLocation = ({ file, line, column }: Partial<Location>) => `${file}:${line}:${column}`;
  const reported = new Set([...before, ...unread].map(formatLocation));
  const isNew = ({ pointer }: Problem) => !reported.has(formatLocation(model?.locate(pointer) ?? {}));
  return [...before, ...(before.length > 0 ? problems.filter(isNew) : problems)];
}
