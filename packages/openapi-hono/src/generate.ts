import {
  type Code,
  declare,
  type GeneratedFile,
  getLocalName,
  headerLine,
  type ImportExtension,
  listNames,
  print,
  printModule,
  quote,
  replaceImportExtension,
  template,
} from '@keyframe/openapi-codegen';
import {
  appendPointer,
  isJsonObject,
  locateProblems,
  memberOf,
  type OpenApiModel,
  type Problem,
  readModel,
} from '@keyframe/openapi-model';
import { type FilledDefault, findUnsatisfiable, specializeSchemas } from '@keyframe/openapi-schema';
import { Generation } from './generation.ts';
import { shareEqual } from './naming/share-equal.ts';
import { prepareModel } from './prepare-model.ts';
import { resolveRuntime } from './printer/runtime.ts';
import { invalidDefaults } from './targets/defaults/invalid-defaults.ts';
import { emitDocument, emitDocumentData } from './targets/document/emit-document.ts';
import { emitHandlers } from './targets/handlers/emit-handlers.ts';
import { emitCallbacks, emitWebhooks } from './targets/messages/emit-messages.ts';
import { listCallbacks, listWebhooks } from './targets/messages/messages.ts';
import { checkLinks } from './targets/routes/check-links.ts';
import { emitRoutes } from './targets/routes/emit-routes.ts';
import { emitComponents, emitSchemas } from './targets/zod/emit-schemas.ts';
import { UnsupportedDocumentError } from './unsupported-document-error.ts';

/** Options of `generate`. */
export interface GenerateOptions {
  /** Document named in the first line of each file; the model's own source by default. */
  source?: string;
  /** Command named in the first line of each file. */
  command?: string;
  /** The package that generated code imports its runtime from; `@keyframe/openapi-runtime` by default. */
  runtime?: string;
  /** File extension of imports between generated modules; `ts` by default. */
  importExtension?: ImportExtension | undefined;
  /** Path of the source, relative to the files' folder, that `document.ts` imports instead of containing a copy. */
  importedSource?: string | undefined;
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: 'annotate' | 'assert' | undefined;
  /** Receives parts that were read leniently or have no effect: unknown keywords, defaults that do not match. */
  onWarning?: (warning: Problem) => void;
}

/** Result of a generation; the `pointer` of each finding refers to the model's document. */
export interface GenerationInspection {
  /** Undefined when there are problems. */
  files: GeneratedFile[] | undefined;
  /** Parts of the document that cannot be preserved exactly. */
  problems: readonly Problem[];
  warnings: readonly Problem[];
  /** Generation that wrote the files; it can decide whether schemas accept a value. */
  generation: Generation;
}

const EXPORTED = ['callbacks.ts', 'handlers.ts', 'routes.ts', 'schemas.ts', 'webhooks.ts'];

/**
 * Generates zod schemas, routes and handlers for a document; a pure function of its input.
 * Throws UnsupportedDocumentError with all parts of the document that cannot be preserved exactly.
 */
export function generate(model: OpenApiModel, options: GenerateOptions = {}): GeneratedFile[] {
  const { files, problems, warnings } = inspectGeneration(model, options);
  if (!files) {
    throw new UnsupportedDocumentError(
      options.source ?? model.source,
      locateProblems(problems, model.locate),
    );
  }
  // A location that the model reported is not reported again.
  const pointers = new Set(model.warnings.map(({ pointer }) => pointer));
  const added = warnings.filter(({ pointer }) => !pointers.has(pointer));
  const reported = locateProblems([...model.warnings, ...added], model.locate);
  for (const warning of reported) options.onWarning?.(warning);
  return files;
}

/** Generates as `generate` does and collects what it finds, of a model that itself has problems as well. */
export function inspectGeneration(model: OpenApiModel, options: GenerateOptions = {}): GenerationInspection {
  const { problems, warnings, ...inspection } = generateFiles(model, options);
  const { restoreNames } = model;
  return { ...inspection, problems: problems.map(restoreNames), warnings: warnings.map(restoreNames) };
}

function generateFiles(model: OpenApiModel, options: GenerateOptions): GenerationInspection {
  const { source = model.source, runtime = '@keyframe/openapi-runtime', importExtension = 'ts' } = options;
  const command = options.command ?? `keyframe generate server ${source}`;
  const reserved = listReserved(source);
  const { formats, importedSource } = options;
  const resolve = (module: string) =>
    replaceImportExtension(resolveRuntime(module, runtime), importExtension);
  const shared = { resolve, reserved, formats, importedSource };
  const prepared = prepareModel(model);
  const { warnings, ...specialization } = specializeSchemas(prepared.model);
  const specialized = shareEqual(specialization);
  let generation = new Generation(specialized, shared);
  let codes = emitAll(generation);
  checkLinks(generation, model.operations);
  const findings = [...prepared.warnings, ...findUnsatisfiable(prepared.model), ...warnings];
  const listWarnings = () => [...findings, ...generation.warnings.problems];
  const problems = [...specialized.problems, ...generation.errors.problems];
  if (problems.length > 0) {
    return { files: undefined, problems, warnings: listWarnings(), generation };
  }
  // Only a sound schema can validate its default, so this follows all problems.
  const invalid = invalidDefaults(generation);
  if (invalid.length > 0) {
    const pointers = new Set(invalid.map(({ schema }) => schema.pointer));
    generation = new Generation(specialized, { ...shared, invalidDefaults: pointers });
    codes = emitAll(generation);
    for (const invalidDefault of invalid) reportInvalid(generation, invalidDefault);
  }
  const header = headerLine({ tool: 'openapi-hono', source, command });
  const files = selectFiles(generation, codes).map(([path, code]) => ({
    path,
    text: path.endsWith('.json')
      ? print(code)
      : header + printModule(code, { path: `./${path}`, resolve: generation.resolve }),
  }));
  return { files, problems, warnings: listWarnings(), generation };
}

// Names of the language that the code of schemas uses.
const GLOBALS = ['Partial', 'Record', 'RegExp'];

/** Lists the names that no component and no route may have: those that the files of any document declare. */
function listReserved(source: string): string[] {
  const empty = readModel({ openapi: '3.1.1', info: { title: '', version: '' } }, source);
  const codes = emitAll(
    new Generation(specializeSchemas(empty), { resolve: (module) => module, reserved: [] }),
  );
  return [
    ...GLOBALS,
    ...listNames(Object.values(codes))
      .filter((name) => 'declares' in name)
      .map(getLocalName),
  ];
}

function emitAll(generation: Generation): Record<string, Code> {
  return {
    'callbacks.ts': emitCallbacks(generation),
    'components.ts': emitComponents(generation),
    'document.json': emitDocumentData(generation),
    'document.ts': emitDocument(generation),
    'handlers.ts': emitHandlers(generation),
    'routes.ts': emitRoutes(generation),
    'webhooks.ts': emitWebhooks(generation),
    // The other files may name schemas that only they refer to.
    'schemas.ts': emitSchemas(generation),
    // The functions that the other files call are known once these are written.
    'decisions.ts': generation.decisions.code(),
    'index.ts': emitIndex(generation),
  };
}

// A document without webhooks, or callbacks, has no use for their module.
function selectFiles({ model }: Generation, codes: Readonly<Record<string, Code>>): [string, Code][] {
  const unused = listUnused(model);
  return Object.entries(codes).filter(([path, code]) => !isNothing(code) && !unused.includes(path));
}

function isNothing(code: Code): boolean {
  return code === '' || (Array.isArray(code) && code.length === 0);
}

function listUnused(model: OpenApiModel): string[] {
  return [
    ...(listCallbacks(model).length === 0 ? ['callbacks.ts'] : []),
    ...(listWebhooks(model).length === 0 ? ['webhooks.ts'] : []),
  ];
}

function emitIndex({ model, resolve }: Generation): Code {
  const unused = listUnused(model);
  const exported = EXPORTED.filter((path) => !unused.includes(path));
  const lines = exported.map((path): Code => `export * from ${quote(resolve(`./${path}`))};\n`);
  const components = quote(resolve('./components.ts'));
  return [...lines, template`export * as ${declare('schemas')} from ${components};\n`];
}

function reportInvalid({ warnings }: Generation, { schema: { origin }, value }: FilledDefault): void {
  const { schema, pointer } = origin;
  const isOwn = isJsonObject(schema) && memberOf(schema, 'default') !== undefined;
  const message = `The default ${JSON.stringify(value)} does not match its schema, so it is not used.`;
  warnings.add(isOwn ? appendPointer(pointer, 'default') : pointer, message, 'Correct one of the two.');
}
