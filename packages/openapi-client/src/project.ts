// A document on disk, and the folder of its generated client.

import {
  createProjectWriter,
  findImportExtension,
  type GeneratedProject,
  loadWords,
  portablePath,
} from '@keyframe/openapi-codegen';
import type { DocumentOptions } from '@keyframe/openapi-model';
import { OpenApiModelError, readDocument } from '@keyframe/openapi-model';
import { formatConventions } from '@keyframe/openapi-resources/conventions';
import { listUndecidable } from './describe/sound-schemas.ts';
import { type GenerateOptions, generate } from './generate.ts';

/** A document and the folder of its client. */
export interface Project
  extends DocumentOptions,
    Pick<
      GenerateOptions,
      | 'conventions'
      | 'dates'
      | 'groupByTag'
      | 'int64'
      | 'importExtension'
      | 'query'
      | 'rename'
      | 'statuses'
      | 'types'
      | 'validate'
    > {
  /** The path of the document, JSON or YAML. */
  document: string;
  /** The path of the folder that the files go to. */
  out: string;
  /** Command named in the first line of each file; by default, the equivalent command line. */
  command?: string;
}

const isExpected = (error: unknown) => error instanceof OpenApiModelError;
const writer = createProjectWriter<Project>(generateProject, isExpected);

/** Generates the client of a document into a folder. Throws the errors of `loadDocument`, and of the file system. */
export const write = writer.write;

/** Lists the differences between a folder and the files that `write` would generate, one line each. Throws as `write` does. */
export const check = writer.check;

/** Generates a project, and again after each change of a file of its document, until the signal is aborted. */
export const watch = writer.watch;

/** Writes the command that generates a project. */
function formatCommand(project: Project): string {
  const { document, out, command, dates, groupByTag, importExtension, int64, query } = project;
  const { rename = {}, statuses, types, validate } = project;
  const words = [
    'keyframe generate client',
    portablePath(document),
    '--out',
    portablePath(out),
    ...(dates === undefined ? [] : ['--dates', dates]),
    ...(groupByTag ? ['--group-by-tag'] : []),
    ...(importExtension === undefined ? [] : ['--import-extension', importExtension]),
    ...(int64 === undefined ? [] : ['--int64', int64]),
    ...(query ? ['--query'] : []),
    ...formatConventions(project.conventions).map((text) => `--conventions ${formatWord(text)}`),
    ...Object.entries(rename).map(([id, name]) => `--rename ${formatWord(`${id}=${name}`)}`),
    ...(statuses === undefined || statuses === 'documented' ? [] : ['--statuses', statuses]),
    ...(types === undefined ? [] : ['--types', types]),
    ...(validate ? ['--validate'] : []),
    ...loadWords(project),
  ];
  return command ?? words.join(' ');
}

function formatWord(word: string): string {
  return /^[\w./@=-]+$/.test(word) ? word : JSON.stringify(word);
}

async function generateProject(project: Project): Promise<GeneratedProject> {
  const { model, skipped, reported } = await readDocument(
    project.document,
    project,
    project.validate ? listUndecidable : undefined,
  );
  const source = portablePath(project.document);
  const importExtension = project.importExtension ?? (await findImportExtension(project.out));
  // An option that is added reaches the generator, too.
  const command = formatCommand(project);
  const generated = await generate(model, { ...project, source, command, importExtension });
  const warnings = [...reported, ...generated.warnings];
  return { ...generated, warnings, skipped, sources: model.files };
}
