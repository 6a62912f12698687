// Decides about values without code: where no code may be compiled at run time, such as in pages with a strict content
// security policy, and where most schemas see few values. The decisions are those of the compiled functions.
import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import {
  isInteger,
  isNumber,
  isObject,
  jsonEqual,
  ownMember,
  recursive,
} from '@keyframe/openapi-runtime/client';
import { followAliases } from '../nodes/follow-aliases.ts';
import type { JsonTypeName } from '../nodes/json-types.ts';
import type { SchemaGraph } from '../nodes/schema-graph.ts';
import {
  nameType,
  type SchemaNode,
  type SchemaPart,
  type TypeNode,
  type UnionPart,
} from '../nodes/schema-node.ts';
import { interpretArray, interpretNumber, interpretObject, interpretString } from './interpret-types.ts';
import { interpretUnevaluated } from './interpret-unevaluated.ts';
import type { Acceptor, SchemaInterpreter } from './schema-interpreter.ts';

/** A function of a schema that others refer to, and whether it has been read. */
interface SharedDecision {
  readonly call: Acceptor;
  decide: Acceptor | undefined;
}

/** Builds the functions that decide whether schemas accept a value, without compiling code; the schemas must be sound. */
export function interpretDecisions(graph: SchemaGraph, schemas: readonly LocatedSchema[]): Acceptor[] {
  return new DecisionInterpreter(graph).interpret(schemas.map((located) => graph.node(located)));
}

/** Decides about the schemas of a graph. Parts that several schemas have in common are read once. */
export class DecisionInterpreter implements SchemaInterpreter {
  readonly assertsFormats: boolean;
  readonly #shared = new Map<SchemaNode, SharedDecision>();
  #pending: SchemaNode[] = [];

  constructor({ assertsFormats }: Pick<SchemaGraph, 'assertsFormats'>) {
    this.assertsFormats = assertsFormats;
  }

  /** Returns the functions that decide about schemas. Throws on an unsound schema. */
  interpret(schemas: readonly SchemaNode[]): Acceptor[] {
    const added: SchemaNode[] = [];
    try {
      const acceptors = schemas.map((schema) => this.#share(schema));
      // One after the other rather than one inside the other: a chain of references may be longer than the stack.
      for (let schema = this.#pending.pop(); schema !== undefined; schema = this.#pending.pop()) {
        added.push(schema);
        const shared = this.#shared.get(schema);
        if (shared !== undefined) shared.decide = this.#read(schema);
      }
      return acceptors;
    } catch (error) {
      for (const schema of [...added, ...this.#pending]) this.#shared.delete(schema);
      this.#pending = [];
      throw error;
    }
  }

  accept(schema: SchemaNode): Acceptor {
    const target = followAliases(schema);
    // Only references lead back to a schema that contains them.
    return target === schema ? this.#read(schema) : this.#share(target);
  }

  #share(schema: SchemaNode): Acceptor {
    const target = followAliases(schema);
    const existing = this.#shared.get(target);
    if (existing !== undefined) return existing.call;
    const shared: SharedDecision = {
      decide: undefined,
      call: recursive((value) => shared.decide?.(value) === true),
    };
    this.#shared.set(target, shared);
    this.#pending.push(target);
    return shared.call;
  }

  #read(schema: SchemaNode): Acceptor {
    if (schema.kind === 'never') return () => false;
    const decisions = [
      ...this.#readTypes(schema),
      ...schema.parts.flatMap((part) => this.#readPart(part, schema)),
    ];
    const [first, ...otherDecisions] = decisions;
    if (first === undefined) return () => true;
    return otherDecisions.length === 0 ? first : (value) => decisions.every((decide) => decide(value));
  }

  #readTypes({ parts }: SchemaNode): Acceptor[] {
    const part = parts.find(({ kind }) => kind === 'literals' || kind === 'types' || kind === 'guards');
    switch (part?.kind) {
      case 'literals':
        return [acceptLiterals(part.values), ...this.#readGuards(part.guards)];
      case 'types': {
        const tests = part.alternatives.map((type) => TYPE_TESTS[nameType(type)] ?? isNull);
        return [(value) => tests.some((test) => test(value)), ...this.#readGuards(part.alternatives)];
      }
      case 'guards':
        return this.#readGuards(part.guards);
      default:
        return [];
    }
  }

  /** Decides the keywords of types, each about values of its type only. */
  #readGuards(types: readonly TypeNode[]): Acceptor[] {
    return types.flatMap((type) => {
      const decide = this.#readType(type);
      const isType = TYPE_TESTS[type.kind] ?? isNull;
      return decide === undefined ? [] : [(value: unknown) => !isType(value) || decide(value)];
    });
  }

  #readType(type: TypeNode): Acceptor | undefined {
    switch (type.kind) {
      case 'string':
        return interpretString(this, type) as Acceptor;
      case 'number':
        return interpretNumber(this, type) as Acceptor;
      case 'array':
        return interpretArray(this, type) as Acceptor;
      case 'object':
        return interpretObject(this, type) as Acceptor;
      case 'boolean':
      case 'null':
        return undefined;
    }
  }

  #readPart(part: SchemaPart, schema: SchemaNode): Acceptor[] {
    switch (part.kind) {
      // Read before.
      case 'literals':
      case 'types':
      case 'guards':
        return [];
      case 'reference':
        return [this.#share(part.target)];
      case 'allOf':
        return part.schemas.map((conjunct) => this.accept(conjunct));
      case 'union':
        return [this.#readUnion(part)];
      case 'not': {
        const excluded = this.accept(part.schema);
        return [(value) => !excluded(value)];
      }
      case 'conditional': {
        const condition = this.accept(part.condition);
        const met = part.met && this.accept(part.met);
        const unmet = part.unmet && this.accept(part.unmet);
        return [(value) => (condition(value) ? met : unmet)?.(value) ?? true];
      }
      case 'unevaluated':
        return [interpretUnevaluated(this, part, schema)];
    }
  }

  #readUnion({ mode, branches, discriminant }: UnionPart): Acceptor {
    const acceptors = branches.map((branch) => this.accept(branch));
    const untagged: Acceptor = (value) => {
      if (mode === 'anyOf') return acceptors.some((accepts) => accepts(value));
      return acceptors.filter((accepts) => accepts(value)).length === 1;
    };
    if (discriminant === undefined) return untagged;
    const { property, values, absent } = discriminant;
    return (value) => {
      if (!isObject(value)) return untagged(value);
      const tag = ownMember(value, property);
      const index = branches.findIndex((_, branch) =>
        tag === undefined ? branch === absent : values[branch]?.some((constant) => constant === tag),
      );
      return acceptors[index]?.(value) === true;
    };
  }
}

function isNull(value: unknown): boolean {
  return value === null;
}

const TYPE_TESTS: Readonly<Record<JsonTypeName, Acceptor>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: isInteger,
  null: isNull,
  number: isNumber,
  object: isObject,
  string: (value) => typeof value === 'string',
};

function acceptLiterals(values: readonly JsonValue[]): Acceptor {
  const isCompound = (value: JsonValue) => typeof value === 'object' && value !== null;
  const scalars = new Set<unknown>(values.filter((value) => !isCompound(value)));
  const compounds = values.filter(isCompound);
  return (value) => scalars.has(value) || compounds.some((compound) => jsonEqual(value, compound));
}
