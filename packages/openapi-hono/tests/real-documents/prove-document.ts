// Proves the guarantees for one document: its code compiles, runs, emits its source, and decides
// as two independent validators do where these agree.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OpenAPIHono } from '@hono/zod-openapi';
import {
  appendPointer,
  copySchema,
  type JsonObject,
  loadDocument,
  type OpenApiModel,
  walkObjects,
} from '@keyframe/openapi-model';
import type { OpenApiDocument } from '@keyframe/openapi-runtime/server';
import { SchemaGraph, specializeSchemas } from '@keyframe/openapi-schema';
import {
  collectNames,
  collectValues,
  createMutants,
  createSamples,
  type JsonValue,
} from '@keyframe/openapi-schema/values';
import { compileFolder, type GeneratedFolder, generateIntoFolder } from '../generate-into-folder.ts';
import { type Direction, directedDocument } from './directed-document.ts';
import type { RealDocument } from './documents.ts';
import { createOracles, type Decide, type Oracles } from './oracles.ts';
import { type GeneratedModule, type PlacedValidator, placedValidators } from './validators.ts';

/** Findings of a proof, which holds when both lists are empty. */
export interface Proof {
  /** Locations at which the emitted document differs from its source. */
  differences: string[];
  /** Values that ours decides otherwise than both oracles. */
  disagreements: { pointer: string; expected: boolean; value: JsonValue }[];
  validators: number;
  /** Values on which both oracles agree, by what they say. */
  accepted: number;
  refused: number;
}

export interface ProofOptions {
  /** Count of valid values per validator; the count of their mutants is the same. */
  values: number;
  seed: number;
}

interface Mounting extends GeneratedModule {
  registerRoutes: (app: OpenAPIHono, handlers: object, options: object) => OpenAPIHono;
  registerWebhooks?: (app: OpenAPIHono, handlers: object, options: object) => OpenAPIHono;
  registerCallbacks?: (app: OpenAPIHono, handlers: object, options: object) => OpenAPIHono;
  documentOf: (app: OpenAPIHono) => OpenApiDocument;
}

/** A document with the code that was generated from it. */
export interface GeneratedDocument extends RealDocument, GeneratedFolder {
  model: OpenApiModel;
}

/** Generates code from a document as it is. */
export async function generateDocument({ name, path }: RealDocument): Promise<GeneratedDocument> {
  const model = await loadDocument(path);
  return { name, model, ...(await generateIntoFolder(model.document)) };
}

/** Returns the errors of TypeScript 5.9 and 7 in the code of all documents; empty without errors. */
export async function compileDocuments(documents: readonly GeneratedDocument[]): Promise<string> {
  const [first, ...others] = documents;
  if (!first) return '';
  return `${await compileFolder(first, 7, { others })}${await compileFolder(first, 5.9, { others })}`;
}

/** Proves a document. */
export async function proveDocument(
  { path, model }: GeneratedDocument,
  options: ProofOptions,
): Promise<Proof> {
  const generated: Mounting = {
    ...(await import(join(path, 'index.ts'))),
    ...(await import(join(path, 'document.ts'))),
  };
  return {
    differences: listDifferences(model, mountAll(generated)),
    ...(await compare(model, generated, options)),
  };
}

function mountAll(generated: Mounting): unknown {
  const answer = () => new Response();
  const createHandlers = (definitions: object = {}) =>
    Object.fromEntries(Object.keys(definitions).map((id) => [id, answer]));
  const createPaths = (kind: string, definitions: object = {}) =>
    Object.fromEntries(Object.keys(definitions).map((id, index) => [id, `/${kind}/${index}`]));
  const app = generated.registerRoutes(new OpenAPIHono(), createHandlers(generated.operations), {
    security: false,
  });
  const { webhooks, callbacks } = generated;
  generated.registerWebhooks?.(app, createHandlers(webhooks), { paths: createPaths('webhooks', webhooks) });
  generated.registerCallbacks?.(app, createHandlers(callbacks), {
    paths: createPaths('callbacks', callbacks),
  });
  return JSON.parse(JSON.stringify(generated.documentOf(app)));
}

function listDifferences({ document }: OpenApiModel, emitted: unknown): string[] {
  return differences(JSON.parse(JSON.stringify(document)), emitted, '#');
}

function differences(source: unknown, emitted: unknown, pointer: string): string[] {
  if (isDeepStrictEqual(source, emitted)) return [];
  if (typeof source !== 'object' || typeof emitted !== 'object' || source === null || emitted === null)
    return [pointer];
  const names = new Set([...Object.keys(source), ...Object.keys(emitted)]);
  return [...names].flatMap((name) =>
    differences(Object(source)[name], Object(emitted)[name], `${pointer}/${name}`),
  );
}

type Comparison = Pick<Proof, 'accepted' | 'disagreements' | 'refused' | 'validators'>;

async function compare(model: OpenApiModel, generated: Mounting, options: ProofOptions): Promise<Comparison> {
  using stack = new DisposableStack();
  const oracles = new Map<Direction, Oracles>();
  // The oracles know keywords of JSON Schema only, so discriminators are written as such.
  const specialized = writeEdits(specializeSchemas(model).model);
  const getOracles = (direction: Direction) => {
    const existing = oracles.get(direction);
    if (existing) return existing;
    const document = directedDocument(specialized, direction);
    const made = stack.use(createOracles(document, `https://oracle.example/${direction}`));
    oracles.set(direction, made);
    return made;
  };
  const placed = placedValidators(model, generated);
  const graph = new SchemaGraph(model);
  const comparison: Comparison = { accepted: 0, disagreements: [], refused: 0, validators: placed.length };
  for (const one of placed) {
    const decide = await getOracles(one.direction).agreement(one.pointer);
    for (const value of createValues(graph, one, { decide, options })) {
      const expected = decide(value);
      if (expected === undefined) continue;
      comparison[expected ? 'accepted' : 'refused'] += 1;
      if (one.validator.safeParse(value).success !== expected) {
        comparison.disagreements.push({ pointer: one.pointer, expected, value });
      }
    }
  }
  return comparison;
}

function writeEdits({ document, edits: { schemas, components } }: OpenApiModel): JsonObject {
  const copy = structuredClone(document);
  walkObjects({ kind: 'document', value: copy, pointer: '#' }, ({ kind, value, pointer }) => {
    const edited = kind === 'schema' ? schemas.get(pointer) : undefined;
    if (!edited) return true;
    for (const name of Object.keys(value)) delete value[name];
    Object.assign(value, structuredClone(edited));
    return true;
  });
  for (const [name, schema] of components) {
    const pointer = appendPointer('#', 'components', 'schemas', name);
    Object(copy.components).schemas[name] = copySchema(schemas, { schema, pointer });
  }
  return copy;
}

interface Valuing {
  decide: Decide;
  options: ProofOptions;
}

function createValues(
  graph: SchemaGraph,
  { pointer, schema }: PlacedValidator,
  { decide, options: { values, seed } }: Valuing,
): JsonValue[] {
  const samples = createSamples(graph, { schema, pointer }, { count: values, seed });
  const valid = samples.filter((value) => decide(value));
  const seeds = valid.length > 0 ? valid : samples;
  const pool = collectValues(schema);
  return [...samples, ...createMutants(seeds, { count: values, seed, pool, names: collectNames(schema) })];
}
