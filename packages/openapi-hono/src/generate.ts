import type { OpenApiModel } from '@keyframe/openapi-model';
import { emitDocumentData } from './emit/emit-document.ts';
import { emitHandlers } from './emit/emit-handlers.ts';
import { emitRoutes } from './emit/emit-routes.ts';
import { emitSchemas } from './emit/emit-schemas.ts';
import { type GeneratedFile, headerLine } from './generated-file.ts';
import { Generation } from './generation.ts';
import { UnsupportedDocumentError } from './unsupported-document-error.ts';

export interface GenerateOptions {
  /** Names the document in the first line of each file; the model's own source otherwise. */
  source?: string;
  /** Names the command that makes the files, in their first line. */
  command?: string;
  /** The module that generated code imports its runtime from. */
  runtime?: string;
}

const INDEX = `export * from './handlers.ts';\nexport * from './routes.ts';\nexport * from './schemas.ts';\n`;

/**
 * Generates zod schemas, routes and handlers for a document; a pure function of its input.
 * Throws UnsupportedDocumentError with everything in the document that can't be kept exactly.
 */
export function generate(model: OpenApiModel, options: GenerateOptions = {}): GeneratedFile[] {
  const { source = model.source, runtime = '@keyframe/openapi-hono/runtime' } = options;
  const command = options.command ?? `openapi-hono generate ${source}`;
  const generation = new Generation(model, runtime);
  const texts = {
    'document.ts': emitDocumentData(generation),
    'handlers.ts': emitHandlers(generation),
    'index.ts': INDEX,
    'routes.ts': emitRoutes(generation),
    'schemas.ts': emitSchemas(generation),
  };
  if (generation.refusals.problems.length > 0) {
    throw new UnsupportedDocumentError(source, generation.refusals.problems);
  }
  const header = headerLine({ source, command });
  return Object.entries(texts).map(([path, text]) => ({ path, text: `${header}${text}` }));
}
