/** Everything that the toolkit makes of a document, from its text alone. */
import type { Change } from '@keyframe/contract-gate';
import { generate as generateClient } from '@keyframe/openapi-client/generate';
import { type FileAssets, printReferenceFile } from '@keyframe/openapi-docs/print-file';
import { generate as generateServer } from '@keyframe/openapi-hono/generate';
import { listTools } from '@keyframe/openapi-mcp/list-tools';
import {
  DocumentInvalidError,
  formatProblems,
  locateProblems,
  type OpenApiModel,
  parseDocument,
} from '@keyframe/openapi-model';

/** A file as it is shown. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** One of the things that are made of a document, or the reason why it cannot be made. */
export type Output =
  | { readonly kind: 'warnings' | 'problem'; readonly text: string }
  | { readonly kind: 'reference'; readonly html: string }
  | { readonly kind: 'server' | 'client' | 'tools'; readonly files: readonly OutputFile[] }
  | { readonly kind: 'server' | 'client' | 'tools' | 'changes'; readonly problem: string }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] };

/** The texts of a document and of the version that it is compared with, which may be empty. */
export interface Sources {
  readonly document: string;
  readonly before: string;
}

/** Derives the outputs, the quickest first; a document that cannot be read has only a problem. */
export async function* deriveOutputs(sources: Sources, assets: FileAssets): AsyncGenerator<Output> {
  const model = readText(sources.document, 'document');
  if (typeof model === 'string') return yield { kind: 'problem', text: model };
  const warnings = locateProblems(model.warnings, model.locate);
  if (warnings.length > 0) yield { kind: 'warnings', text: formatProblems(model.source, warnings) };
  yield { kind: 'reference', html: printReferenceFile(model, assets) };
  yield await attempt('server', () => generateServer(model));
  yield await attempt('client', async () => (await generateClient(model)).files);
  yield await attempt('tools', () => listTools(model).map(printTool));
  if (sources.before.trim() !== '') yield await compare(model, sources.before);
}

/** Reads a document leniently; returns its problems if it cannot be read. */
function readText(text: string, title: string): OpenApiModel | string {
  const name = `${title}.${/^\s*\{/.test(text) ? 'json' : 'yaml'}`;
  try {
    return parseDocument(name, text, { lenient: true });
  } catch (error) {
    if (error instanceof DocumentInvalidError) return error.message;
    throw error;
  }
}

type FileKind = 'server' | 'client' | 'tools';

async function attempt(
  kind: FileKind,
  generate: () => readonly OutputFile[] | Promise<readonly OutputFile[]>,
): Promise<Output> {
  try {
    return { kind, files: await generate() };
  } catch (error) {
    return { kind, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function compare(model: OpenApiModel, text: string): Promise<Output> {
  const before = readText(text, 'before');
  if (typeof before === 'string') return { kind: 'changes', problem: before };
  // The comparison of patterns is most of the program.
  const { diffDocuments } = await import('@keyframe/contract-gate/diff-documents');
  return { kind: 'changes', changes: diffDocuments({ old: before, new: model }) };
}

function printTool(tool: ReturnType<typeof listTools>[number]): OutputFile {
  return { path: tool.name, text: `${JSON.stringify(tool, null, 2)}\n` };
}
