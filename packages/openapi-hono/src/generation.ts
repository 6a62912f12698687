import type { OpenApiModel } from '@keyframe/openapi-model';
import { Identifiers } from './identifier.ts';
import { Refusals } from './refusals.ts';
import { SchemaCompiler } from './schema/compile-schema.ts';
import { SchemaGraph } from './schema/schema-graph.ts';

// Names that the generated modules use themselves.
const RUNTIME_NAMES = [
  'additionalProperties',
  'all',
  'anyOf',
  'checkAgainst',
  'codePoints',
  'conditional',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'equalTo',
  'integer',
  'itemCount',
  'members',
  'multipleOf',
  'not',
  'numberFormat',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'propertyCount',
  'propertyNames',
  'required',
  'textFormat',
  'typeIn',
  'uniqueItems',
  'whenType',
];
const OWN_NAMES = ['createRoute', 'operations', 'schemas', 'webhooks', 'z', 'RegExp'];

/** Holds what all the generated files of one document share. */
export class Generation {
  readonly model: OpenApiModel;
  readonly refusals = new Refusals();
  readonly graph: SchemaGraph;
  /** The identifier of each component, in the order of the document. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** The module that generated code imports its runtime from. */
  readonly runtime: string;

  constructor(model: OpenApiModel, runtime: string) {
    this.model = model;
    this.runtime = runtime;
    this.graph = new SchemaGraph(model);
    const names = new Identifiers([...RUNTIME_NAMES, ...OWN_NAMES]);
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
