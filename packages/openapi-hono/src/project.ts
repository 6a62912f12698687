// A document on the disk and the folder that is generated from it.
import { readFile } from 'node:fs/promises';
import * as system from 'node:path';
import {
  createProjectWriter,
  findImportExtension,
  type GeneratedProject,
  loadWords,
  type ProjectWatch,
  portablePath,
} from '@keyframe/openapi-codegen';
import type { DocumentOptions } from '@keyframe/openapi-model';
import {
  DocumentInvalidError,
  inspectDocument,
  locateProblems,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { isExpected } from './errors.ts';
import type { GenerateOptions } from './generate.ts';
import type { Generation } from './generation.ts';
import { inspectRead, type SourceInspection } from './inspect-source.ts';
import { SourceNotImportableError } from './source-not-importable-error.ts';
import { isDocumentText } from './targets/document/emit-document.ts';
import { UnsupportedDocumentError } from './unsupported-document-error.ts';

/** How a document is read, and which of its operations are generated. */
export interface SourceOptions extends DocumentOptions {
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: GenerateOptions['formats'];
}

/** A document and the folder of its generated files. */
export interface Project extends SourceOptions {
  /** The path of the document, JSON or YAML. */
  document: string;
  /** The path of the folder that the files go to. */
  out: string;
  /**
   * Whether `document.ts` imports the source, one JSON file of OpenAPI 3.1, instead of containing a copy. The document that an app
   * serves then changes with the source, before the code does. Throws SourceNotImportableError for another source.
   */
  importSource?: boolean | undefined;
  /** Command named in the first line of each file; by default, the equivalent command line. */
  command?: string;
}

/** A project to watch. */
export type WatchOptions = Project & ProjectWatch;

const writer = createProjectWriter<Project>(generateProject, isExpected);

/**
 * Generates the files of a document into a folder. Throws as `loadDocument` and `generate` do, with the findings of both, and the
 * error of the file system if the folder cannot be written to.
 */
export const write = writer.write;

/** Lists the differences between a folder and the files that `write` would generate, one line each. Throws as `write` does. */
export const check = writer.check;

/** Generates a project, and again after each change of a file of its document, until the signal is aborted. */
export const watch = writer.watch;

/** Writes the command that generates a project. */
function formatCommand(project: Project): string {
  const { document, out, command, formats = 'assert', importSource } = project;
  const chosen = [
    ...loadWords(project),
    ...(formats === 'assert' ? [] : ['--formats', formats]),
    ...(importSource ? ['--import-source'] : []),
  ];
  const words = ['keyframe generate server', portablePath(document), '--out', portablePath(out), ...chosen];
  return command ?? words.join(' ');
}

/** Reads what a project is generated from. Throws as `write` does. */
export async function readProject(
  document: string,
  options: SourceOptions = {},
): Promise<{ model: OpenApiModel; generation: Generation }> {
  return generateSource(document, options);
}

interface GeneratedSource extends GeneratedProject {
  model: OpenApiModel;
  generation: Generation;
}

async function generateProject(project: Project): Promise<GeneratedProject> {
  const { document, out, importSource } = project;
  const importedSource = importSource ? getModuleSpecifier(document, out) : undefined;
  const generated = await generateSource(document, {
    ...project,
    command: formatCommand(project),
    importedSource,
    importExtension: await findImportExtension(out),
  });
  if (importSource && !(await isImportable(document, generated.model)))
    throw new SourceNotImportableError(document);
  return generated;
}

async function isImportable(document: string, model: OpenApiModel): Promise<boolean> {
  return document.endsWith('.json') && isDocumentText(await readFile(document, 'utf8'), model);
}

/** Names a document in an import of a generated module: a path with slashes that begins with a dot. */
export function getModuleSpecifier(
  document: string,
  out: string,
  { relative, sep }: Pick<typeof system, 'relative' | 'sep'> = system,
): string {
  const path = relative(out, document).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}

async function generateSource(
  document: string,
  options: SourceOptions & Pick<GenerateOptions, 'command' | 'importedSource' | 'importExtension'>,
): Promise<GeneratedSource> {
  const sourceOptions = { ...options, source: portablePath(document) };
  const read = await inspectDocument(document, sourceOptions);
  const inspection = inspectRead(read, sourceOptions);
  const { files, model, generation, sources, skipped, locate } = inspection;
  const warnings = locateProblems(inspection.warnings, locate);
  if (isSound(inspection) && files && model && generation)
    return { files, model, generation, sources, skipped, warnings };
  const error = createError(document, inspection);
  if (!options.skipUnsupported)
    error.isSkippable = isSound(inspectRead(read, { ...sourceOptions, skipUnsupported: true }));
  throw error;
}

function isSound({ files, problems, unsupported }: SourceInspection): boolean {
  return files !== undefined && problems.length + unsupported.length === 0;
}

function createError(
  document: string,
  { problems, unsupported, locate, sources }: SourceInspection,
): DocumentInvalidError | UnsupportedDocumentError {
  const all = locateProblems([...problems, ...unsupported], locate);
  return problems.length > 0
    ? new DocumentInvalidError(document, all, sources)
    : new UnsupportedDocumentError(portablePath(document), all);
}
