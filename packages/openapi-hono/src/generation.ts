import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { Identifiers } from './identifier.ts';
import { Refusals } from './refusals.ts';
import * as runtime from './runtime/index.ts';
import { SchemaCompiler } from './schema/compile-schema.ts';
import { type FilledDefault, SchemaGraph } from './schema/schema-graph.ts';

const RUNTIME_NAMES = Object.keys(runtime);

export interface GenerationOptions {
  /** The module that generated code imports its runtime from. */
  runtime: string;
  /** Names that generated code uses itself, those of the runtime aside. */
  reserved: Iterable<string>;
}

/** Holds what all the generated files of one document share. */
export class Generation {
  readonly model: OpenApiModel;
  readonly refusals = new Refusals();
  readonly graph: SchemaGraph;
  /** The identifier of each operation's route. */
  readonly routes: ReadonlyMap<Operation, string>;
  /** The identifier of each component, in the order of the document. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** The module that generated code imports its runtime from. */
  readonly runtime: string;
  /** The defaults that the code so far fills in. */
  readonly defaults: FilledDefault[] = [];

  constructor(model: OpenApiModel, options: GenerationOptions) {
    this.model = model;
    this.runtime = options.runtime;
    this.graph = new SchemaGraph(model);
    const names = new Identifiers([...RUNTIME_NAMES, ...options.reserved]);
    // Routes come first: their names are told by the operationId, and a component yields.
    this.routes = new Map(
      model.operations.map((operation) => [operation, names.take(`${operation.id}Route`)]),
    );
    this.identifiers = new Map([...model.schemas.keys()].map((name) => [name, names.take(name)]));
  }

  /** Makes a compiler that regards no component as initialised yet. */
  compiler(): SchemaCompiler {
    return new SchemaCompiler(this);
  }

  /** Makes a compiler for code that stands after all components. */
  laterCompiler(): SchemaCompiler {
    const compiler = this.compiler();
    for (const name of this.identifiers.keys()) compiler.define(name);
    return compiler;
  }

  /** Lists the functions of the runtime that a compiler's code calls. */
  runtimeUsed(compiler: SchemaCompiler): string[] {
    return [...compiler.used].filter((name) => RUNTIME_NAMES.includes(name));
  }

  /** Lists the components that a compiler's code refers to. */
  componentsUsed(compiler: SchemaCompiler): string[] {
    return [...compiler.used].filter((name) => !RUNTIME_NAMES.includes(name));
  }
}
