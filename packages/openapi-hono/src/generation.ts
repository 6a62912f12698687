import { capitalize, Identifiers } from '@keyframe/openapi-codegen';
import {
  isLenient,
  type LocatedSchema,
  type OpenApiModel,
  type Operation,
  type Problem,
  type RepairName,
} from '@keyframe/openapi-model';
import type { Direction, Specialization } from '@keyframe/openapi-schema';
import { Diagnostics, type FilledDefault, type GraphOptions, SchemaGraph } from '@keyframe/openapi-schema';
import { DecisionModule } from '@keyframe/openapi-schema/validators';
import { ComponentNames, type NamedSchema } from './naming/component-names.ts';
import { SchemaCompiler } from './targets/zod/compile-schema.ts';

export interface GenerationOptions {
  /** Returns the name of a module in imports. */
  resolve: (module: string) => string;
  /** Names that generated code declares itself, and those of the language that it uses. */
  reserved: Iterable<string>;
  /** Module that `document.ts` imports instead of containing a copy of the document. */
  importedSource?: string | undefined;
  formats?: GraphOptions['formats'];
  invalidDefaults?: GraphOptions['invalidDefaults'];
}

/** Holds what all the generated files of one document share. */
export class Generation {
  readonly model: OpenApiModel;
  readonly errors: Diagnostics;
  /** Parts without effect: unknown keywords and formats, defaults that do not match. */
  readonly warnings: Diagnostics;
  /** Reads the schemas as they are written. */
  readonly graph: SchemaGraph;
  /** The identifiers of each operation's route and of its type. */
  readonly routes: ReadonlyMap<Operation, { name: string; type: string }>;
  /** The identifier of each component, in the order of the document. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Returns the name of a module in imports. */
  readonly resolve: (module: string) => string;
  /** Module that `document.ts` imports instead of containing a copy of the document. */
  readonly importedSource: string | undefined;
  /** The defaults that the code so far fills in. */
  readonly defaults: FilledDefault[] = [];
  /** Makes a name of a module that no other one has. */
  readonly takeName: (name: string) => string;
  /** The schemas with a constant of their own. */
  readonly names: ComponentNames;
  /** The functions of `decisions.ts`. */
  readonly decisions = new DecisionModule();
  readonly #directed: Readonly<Record<Direction, SchemaGraph>>;
  /** The components and all that is referred to, each after what it refers to itself, circles excepted. */
  readonly referred: readonly LocatedSchema[];

  constructor({ model, copies, listOrigins }: Specialization, options: GenerationOptions) {
    this.model = model;
    this.errors = new Diagnostics(listOrigins);
    this.warnings = new Diagnostics(listOrigins);
    this.resolve = options.resolve;
    this.importedSource = options.importedSource;
    const { formats, invalidDefaults } = options;
    this.graph = new SchemaGraph(model, { formats, invalidDefaults });
    const createGraph = (direction: Direction) =>
      new SchemaGraph(model, { direction, written: this.graph, formats, invalidDefaults });
    const names = new Identifiers(options.reserved);
    this.takeName = (name) => names.take(name);
    // Routes come first: the operationId determines their names, so a component with the same name gets a number.
    this.routes = new Map(
      model.operations.map((operation) => {
        const name = names.take(`${operation.id}Route`);
        return [operation, { name, type: names.take(capitalize(name)) }];
      }),
    );
    this.names = new ComponentNames(names);
    this.#directed = {
      request: createGraph('request'),
      response: createGraph('response'),
    };
    this.identifiers = new Map(
      [...model.schemas].flatMap(([name, located]) => {
        const component = this.names.ensureNamed(this.graph.node(located));
        return component && !copies.has(name) ? [[name, component.identifier] as const] : [];
      }),
    );
    this.referred = this.graph.referredInOrder();
    for (const located of this.referred) this.names.ensureNamed(this.graph.node(located));
    // Operations name the variants that their messages need; a document of schemas alone gets all of them.
    if (model.operations.length + model.webhooks.length === 0) this.#nameVariants();
  }

  #nameVariants(): void {
    for (const graph of Object.values(this.#directed)) {
      for (const schema of this.referred.map((located) => graph.node(located))) {
        if (schema.direction !== undefined) this.names.ensureNamed(schema);
      }
    }
  }

  /** Reports what a lenient rule accepts, and whether the document is read by it: then it is a warning. */
  readonly repair = (problem: Problem & { rule: RepairName }): boolean => {
    const isAccepted = isLenient(this.model.lenient, problem.rule);
    (isAccepted ? this.warnings : this.errors).addProblem(problem);
    return isAccepted;
  };

  /** Makes a compiler for the code of one file. */
  compiler(): SchemaCompiler {
    return new SchemaCompiler(this);
  }

  /** Reads the schemas as they hold in a direction; as they are written without one. */
  readonly getGraph = (direction: Direction | undefined): SchemaGraph =>
    direction === undefined ? this.graph : this.#directed[direction];

  /** Lists the named schemas in an order in which each comes after those it refers to, cycles excepted. */
  namedInOrder(): NamedSchema[] {
    const order = new Map(this.referred.map(({ pointer }, index) => [pointer, index]));
    const getRank = ({ schema }: NamedSchema) => order.get(schema.pointer) ?? Number.POSITIVE_INFINITY;
    return this.names.all.sort((left, right) => getRank(left) - getRank(right));
  }
}
