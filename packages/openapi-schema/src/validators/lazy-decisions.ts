// Functions that are compiled when they are called first: of a large document, few schemas ever see a value.
import { runInThisContext } from 'node:vm';
import type { LocatedSchema } from '@keyframe/openapi-model';
import * as runtime from '@keyframe/openapi-runtime/validation';
import { Identifiers } from '@keyframe/openapi-tooling/generator';
import type { SchemaGraph } from '../nodes/schema-graph.ts';
import { concluded, printStatements } from './statement.ts';
import { DecisionCompiler } from './validator-compiler.ts';
import type { Definitions, FunctionParts } from './validator-module.ts';

type Decision = (value: unknown) => boolean;

/** Compiles decisions about the schemas of a graph one function at a time. */
export class LazyDecisions {
  readonly #graph: SchemaGraph;
  readonly #functions = new LazyFunctions();
  readonly #compiler: DecisionCompiler;

  constructor(graph: SchemaGraph) {
    this.#graph = graph;
    this.#compiler = new DecisionCompiler(graph, this.#functions);
  }

  /** Builds the function that decides whether a schema accepts a value; the schema must be sound. */
  acceptor(located: LocatedSchema): (value: unknown) => boolean {
    return this.#functions.get(this.#compiler.decide(this.#graph.node(located)));
  }
}

class LazyFunctions implements Definitions {
  readonly isTyped = false;
  readonly used = { add: (name: string) => this.#needed.add(name) };
  readonly #names = new Identifiers([...Object.keys(runtime), 'v', 't', 'o', 'a', 'k', 'rest']);
  readonly #nameByKey = new Map<string, string>();
  readonly #values = new Map<string, unknown>(Object.entries(runtime));
  /** The names that the function which is being written refers to. */
  #needed = new Set<string>();

  get(name: string): Decision {
    return this.#values.get(name) as Decision;
  }

  function(key: string, parts: FunctionParts): string {
    const name = this.#nameByKey.get(key) ?? this.#define(key, parts);
    this.#needed.add(name);
    return name;
  }

  #define(key: string, parts: FunctionParts): string {
    const name = this.#names.take(`${parts.name}${this.#nameByKey.size + 1}`);
    this.#nameByKey.set(key, name);
    let built: Decision | undefined;
    const decide = (value: unknown) => {
      built ??= this.#build(name, parts);
      return built(value);
    };
    this.#values.set(name, parts.result === 'boolean' ? runtime.recursive(decide) : decide);
    return name;
  }

  constant(prefix: string, code: string): string {
    const key = `constant ${code}`;
    const name = this.#nameByKey.get(key) ?? this.#names.take(`${prefix}${this.#nameByKey.size + 1}`);
    if (!this.#nameByKey.has(key)) {
      this.#nameByKey.set(key, name);
      this.#values.set(name, runInThisContext(`(${code})`));
    }
    this.#needed.add(name);
    return name;
  }

  #build(name: string, { parameters, body }: FunctionParts): Decision {
    const outer = this.#needed;
    this.#needed = new Set();
    const code = printStatements(concluded(body()));
    const needed = [...this.#needed].map((one) => [one, this.#values.get(one)] as const);
    this.#needed = outer;
    const names = needed.map(([one]) => one).join(', ');
    const build: (scope: object) => Decision = runInThisContext(
      `(({ ${names} }) => function ${name}(${parameters}) {\n${code}})`,
    );
    return build(Object.fromEntries(needed));
  }
}
