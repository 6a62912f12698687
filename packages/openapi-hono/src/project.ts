// A document on the disk and the folder that is generated from it.
import { isAbsolute, relative, sep } from 'node:path';
import { loadDocument, type Problem } from '@keyframe/openapi-model';
import { FolderUnusableError } from './folder-unusable-error.ts';
import { type GenerateOptions, generate } from './generate.ts';
import type { GeneratedFile } from './generated-file.ts';
import { type FolderChange, findDrift, writeFiles } from './output-folder.ts';

export interface Project {
  /** The path of the document, JSON or YAML. */
  document: string;
  /** The path of the folder that the files go to. */
  out: string;
  /** The command that the first line of each file names; that of the command line otherwise. */
  command?: string;
  /** Whether a value must be of its `format` (the default), or the format only informs. */
  formats?: GenerateOptions['formats'];
}

export interface WrittenProject extends FolderChange {
  /** Paths of the files that the document was read from. */
  sources: readonly string[];
  /** What only informs, and could be taken for more: unknown keywords and formats, defaults that don't fit. */
  notices: readonly Problem[];
}

/**
 * Generates the files of a document into a folder; those that are right already are not touched, and those of an
 * earlier generation that have no place any more are removed. Throws as `loadDocument` and `generate` do, and
 * FolderUnusableError when the folder can't be written to.
 */
export async function write(project: Project): Promise<WrittenProject> {
  const { files, sources, notices } = await generateProject(project);
  const change = await writeFiles(project.out, files).catch((cause: unknown) => {
    throw new FolderUnusableError(project.out, { cause });
  });
  return { ...change, sources, notices };
}

/** Lists the differences between a folder and what would be generated into it, one line each; writes nothing. */
export async function check(project: Project): Promise<string[]> {
  const { files } = await generateProject(project);
  return findDrift(project.out, files);
}

/** Writes the command that generates a project. */
export function commandOf({ document, out, command, formats = 'assert' }: Project): string {
  const chosen = formats === 'assert' ? '' : ` --formats ${formats}`;
  return command ?? `openapi-hono generate ${nameOf(document)} --out ${nameOf(out)}${chosen}`;
}

async function generateProject(
  project: Project,
): Promise<{ files: GeneratedFile[]; sources: readonly string[]; notices: readonly Problem[] }> {
  const model = await loadDocument(project.document);
  const notices: Problem[] = [];
  const files = generate(model, {
    source: nameOf(project.document),
    command: commandOf(project),
    formats: project.formats ?? 'assert',
    onNotice: (notice) => notices.push(notice),
  });
  return { files, sources: model.files, notices };
}

// Relative and with slashes, so that the same files come out on every machine.
function nameOf(path: string): string {
  const name = relative('', path);
  return (isAbsolute(name) || name.startsWith('..') ? path : name).replaceAll(sep, '/');
}
