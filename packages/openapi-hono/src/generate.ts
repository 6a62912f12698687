import {
  appendPointer,
  isJsonObject,
  locateProblems,
  memberOf,
  type OpenApiModel,
  type Problem,
  readModel,
} from '@keyframe/openapi-model';
import { checkLinks } from './emit/check-links.ts';
import { emitCallbacks } from './emit/emit-callbacks.ts';
import { emitDecisions } from './emit/emit-decisions.ts';
import { emitDocument, emitDocumentData } from './emit/emit-document.ts';
import { emitHandlers } from './emit/emit-handlers.ts';
import { emitRoutes } from './emit/emit-routes.ts';
import { emitSchemas } from './emit/emit-schemas.ts';
import { emitWebhooks } from './emit/emit-webhooks.ts';
import { callbacksOf, webhooksOf } from './emit/messages.ts';
import { type GeneratedFile, headerLine } from './generated-file.ts';
import { Generation } from './generation.ts';
import { reservedNames } from './reserved-names.ts';
import { specialize } from './schema/dynamic/specialize.ts';
import type { FilledDefault } from './schema/schema-graph.ts';
import { shareEqual } from './schema/share-equal.ts';
import { invalidDefaults } from './targets/defaults/invalid-defaults.ts';
import { UnsupportedDocumentError } from './unsupported-document-error.ts';

export interface GenerateOptions {
  /** Names the document in the first line of each file; the model's own source otherwise. */
  source?: string;
  /** Names the command that makes the files, in their first line. */
  command?: string;
  /** The package that generated code imports its runtime from. */
  runtime?: string;
  /** Whether a value must be of its `format` (the default), or the format only informs. */
  formats?: 'annotate' | 'assert';
  /** Is told what only informs, and could be taken for more: unknown keywords and formats, defaults that don't fit. */
  onNotice?: (notice: Problem) => void;
}

const EXPORTED = ['callbacks.ts', 'handlers.ts', 'routes.ts', 'schemas.ts', 'webhooks.ts'];

/**
 * Generates zod schemas, routes and handlers for a document; a pure function of its input.
 * Throws UnsupportedDocumentError with everything in the document that can't be kept exactly.
 */
export function generate(model: OpenApiModel, options: GenerateOptions = {}): GeneratedFile[] {
  const { source = model.source, runtime = '@keyframe/openapi-runtime' } = options;
  const command = options.command ?? `openapi-hono generate ${source}`;
  const empty = readModel({ openapi: '3.1.1', info: { title: '', version: '' } }, source);
  const reserved = reservedNames(emitAll(new Generation(specialize(empty), { runtime, reserved: [] })));
  const shared = { runtime, reserved, formats: options.formats };
  const specialized = shareEqual(specialize(model));
  refuse({ ...model, source }, specialized.problems);
  let generation = new Generation(specialized, shared);
  let texts = emitAll(generation);
  checkLinks(generation);
  refuse({ ...model, source }, generation.refusals.problems);
  // Only a sound schema can judge its default, so this comes after all refusals.
  const invalid = invalidDefaults(generation);
  if (invalid.length > 0) {
    const schemas = new Set(invalid.map(({ located }) => located.schema));
    generation = new Generation(specialized, { ...shared, invalidDefaults: schemas });
    texts = emitAll(generation);
    for (const one of invalid) tellInvalid(generation, one);
  }
  const notices = locateProblems(generation.notices.problems, model.locate);
  for (const notice of notices) options.onNotice?.(notice);
  const header = headerLine({ source, command });
  return withIndex(generation, texts).map(([path, text]) => ({
    path,
    text: path.endsWith('.json') ? text : `${header}${text}`,
  }));
}

function refuse({ source, locate }: OpenApiModel, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new UnsupportedDocumentError(source, locateProblems(problems, locate));
}

function emitAll(generation: Generation): Record<string, string> {
  return {
    'callbacks.ts': emitCallbacks(generation),
    'document.json': emitDocumentData(generation),
    'document.ts': emitDocument(generation),
    'handlers.ts': emitHandlers(generation),
    'routes.ts': emitRoutes(generation),
    'webhooks.ts': emitWebhooks(generation),
    // The other files may name schemas that only they refer to.
    'schemas.ts': emitSchemas(generation),
    // What the other files decide by is known once they are written.
    'decisions.ts': emitDecisions(generation),
  };
}

// A document without webhooks, or callbacks, has no use for their module.
function withIndex({ model }: Generation, texts: Readonly<Record<string, string>>): [string, string][] {
  const unused = [
    ...(callbacksOf(model).length === 0 ? ['callbacks.ts'] : []),
    ...(webhooksOf(model).length === 0 ? ['webhooks.ts'] : []),
  ];
  const used = Object.entries(texts).filter(([path, text]) => text !== '' && !unused.includes(path));
  const lines = EXPORTED.filter((path) => path in texts && !unused.includes(path)).map(
    (path) => `export * from './${path}';\n`,
  );
  return [...used, ['index.ts', lines.join('')]];
}

function tellInvalid({ notices }: Generation, { located, value }: FilledDefault): void {
  const { schema, pointer } = located;
  const isOwn = isJsonObject(schema) && memberOf(schema, 'default') !== undefined;
  const message = `The default ${JSON.stringify(value)} does not fit its schema, so it is not filled in.`;
  notices.add(isOwn ? appendPointer(pointer, 'default') : pointer, message, 'Correct one of the two.');
}
