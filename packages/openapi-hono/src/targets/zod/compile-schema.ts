// Turns a schema into the source text of a zod type that decides exactly as the schema does.
//
// A schema becomes parts, one for each group of keywords that zod, or the runtime, can say in one go; several parts
// are joined by `all`. Each part sees the value as it came in, so defaults that one fills in don't mislead another.

import { type Code, call, generic, object, print, reference } from '@keyframe/openapi-codegen';
import type { LocatedSchema } from '@keyframe/openapi-model';
import type {
  Diagnostics,
  Direction,
  FilledDefault,
  SchemaGraph,
  SchemaNode,
  SchemaPart,
  TypeNode,
  TypesPart,
  UnevaluatedPart,
} from '@keyframe/openapi-schema';
import { intersect, reportFindings, type Types } from '@keyframe/openapi-schema';
import type { DecisionModule } from '@keyframe/openapi-schema/validators';
import { DecisionCompiler, unevaluatedFunction } from '@keyframe/openapi-schema/validators';
import type { ComponentNames } from '../../naming/component-names.ts';
import { NEVER, namedSchema, runtime, UNKNOWN, zod } from '../../printer/runtime.ts';
import { createTypeCompiler } from '../types/server-types.ts';
import { compileArray } from './compile-array.ts';
import { compileConditional, compileNot, compileUnion } from './compile-in-place.ts';
import { compileLiterals } from './compile-literals.ts';
import { compileObject, compileOptional, type Member } from './compile-object.ts';
import { compileNumber, compileString } from './compile-scalars.ts';
import type { ZodPrinter } from './zod-printer.ts';

const DECISIONS = reference('./decisions.ts', '* as decisions');

/** State that all compilers of one document share. */
interface CompilerShared {
  /** Reads the schemas as they hold in a direction; as they are written without one. */
  getGraph: (direction: Direction | undefined) => SchemaGraph;
  errors: Diagnostics;
  warnings: Diagnostics;
  repair: ZodPrinter['repair'];
  names: ComponentNames;
  /** Collects the defaults that the code fills in. */
  defaults: FilledDefault[];
  decisions: DecisionModule;
}

/** Compiles schemas of one document; refused keywords are collected, and compiled as `z.unknown()` until then. */
export class SchemaCompiler implements ZodPrinter {
  /** Reads the schemas as the code that is compiled has them. */
  readonly graph: SchemaGraph;
  readonly errors: Diagnostics;
  readonly repair: ZodPrinter['repair'];
  /** Parts without effect. */
  readonly warnings: Diagnostics;
  readonly defaults: FilledDefault[];
  readonly #shared: CompilerShared;
  readonly #names: ComponentNames;
  readonly #decisions: DecisionCompiler;

  constructor(shared: CompilerShared, direction?: Direction) {
    this.graph = shared.getGraph(direction);
    this.errors = shared.errors;
    this.repair = shared.repair;
    this.warnings = shared.warnings;
    this.defaults = shared.defaults;
    this.#shared = shared;
    this.#names = shared.names;
    this.#decisions = new DecisionCompiler(this.graph, shared.decisions);
  }

  /**
   * Makes a compiler for another direction, of code for the same file: a request need not hold what is readOnly, and
   * loses it; a response may not hold what is writeOnly. Without a direction schemas hold as they are written.
   */
  in(direction: Direction | undefined): SchemaCompiler {
    return new SchemaCompiler(this.#shared, direction);
  }

  /** Whether a value must be of its `format`, or the format is an annotation. */
  get assertsFormats(): boolean {
    return this.graph.assertsFormats;
  }

  /** Writes the type of a compiled schema; `wrap` makes other types of those of its values. */
  writeType(located: LocatedSchema, wrap?: (type: Code) => Code): Code {
    const schema = this.graph.node(located);
    const [part, ...siblings] = schema.parts;
    // The constant that a reference leads to is of that type.
    if (part?.kind === 'reference' && siblings.length === 0 && !wrap) {
      const identifier = this.#names.getIdentifier(part.target);
      if (identifier !== undefined) return ['typeof ', namedSchema(identifier)];
    }
    const types = (['output', 'input'] as const).map((mode) =>
      createTypeCompiler(this.#names, mode).compileType(schema),
    );
    const distinct = new Map(types.map((type) => [print(type), wrap ? wrap(type) : type]));
    return generic(runtime('type Schema'), ...distinct.values());
  }

  /** Compiles a schema without surroundings. */
  compile(located: LocatedSchema): Code {
    const schema = this.graph.node(located);
    return isSimple(schema) ? this.nested(schema) : this.#lazy(schema, this.nested(schema));
  }

  /** Compiles a schema with a name of its own; one that is more than a choice or a text is made when it is first used. */
  compileNamed(schema: SchemaNode): Code {
    const code = this.nested(schema);
    if (isSingleCall(schema)) return code;
    return this.#lazy(schema, code);
  }

  #lazy(schema: SchemaNode, code: Code): Code {
    return [runtime(schema.needsDefaults ? 'lazyWithDefaults' : 'lazy'), '(() => ', code, ')'];
  }

  /** Compiles a schema inside another one, given the types that its surroundings leave possible. */
  nested(schema: SchemaNode, surrounding?: Types): Code {
    if (schema.kind === 'never') return NEVER;
    reportFindings(schema, this);
    const types = intersect(surrounding, schema.types);
    return this.#all(schema.parts.flatMap((part) => this.#part(part, schema, types)));
  }

  /** Makes a compiled schema that of an optional member. */
  optional(code: Code, located: LocatedSchema): Omit<Member, 'name'> {
    return compileOptional(this, code, this.graph.node(located));
  }

  #part(part: SchemaPart, schema: SchemaNode, types: Types | undefined): Code[] {
    switch (part.kind) {
      case 'literals':
        return [compileLiterals(part.values), ...this.#guarded(part.guards)];
      case 'types':
        return this.#types(part);
      case 'guards':
        return this.#certain(part.guards, types) ?? this.#guarded(part.guards);
      case 'reference':
        return [this.#reference(part.target)];
      case 'allOf':
        return part.schemas.map((subschema) => this.nested(subschema, types));
      case 'union':
        return [compileUnion(this, part, types)];
      case 'not':
        return [compileNot(this, part, types)];
      case 'conditional':
        return compileConditional(this, part, types);
      case 'unevaluated':
        return this.#unevaluated(part, schema);
    }
  }

  // If the surroundings of a schema allow only one type, it need not be tested again.
  #certain(guards: readonly TypeNode[], types: Types | undefined): Code[] | undefined {
    const [only] = types?.size === 1 ? types : [];
    const direct = guards.find(({ kind }) => kind === only || (kind === 'number' && only === 'integer'));
    return direct && this.#ofType(direct);
  }

  // Keywords without a type let values of other types pass.
  #guarded(guards: readonly TypeNode[]): Code[] {
    if (guards.length === 0) return [];
    const members = guards.map((guard): [string, Code] => [guard.kind, this.#all(this.#ofType(guard))]);
    return [call(runtime('whenType'), object(members))];
  }

  #types({ alternatives }: TypesPart): Code[] {
    const [first, ...remainder] = alternatives.filter(({ kind }) => kind !== 'null');
    const isNullable = alternatives.some(({ kind }) => kind === 'null');
    if (first === undefined) return [isNullable ? call(zod('null')) : NEVER];
    if (remainder.length === 0) {
      const codes = this.#ofType(first);
      return isNullable ? [call([this.#all(codes), '.nullable'])] : codes;
    }
    const members = alternatives.map((type): [string, Code] => [type.kind, this.#all(this.#ofType(type))]);
    return [call(runtime('typeIn'), object(members))];
  }

  #all(codes: readonly Code[]): Code {
    const [first, ...remainder] = codes;
    if (first === undefined) return UNKNOWN;
    return remainder.length === 0 ? first : call(runtime('all'), ...codes);
  }

  #ofType(type: TypeNode): Code[] {
    switch (type.kind) {
      case 'null':
        return [call(zod('null'))];
      case 'boolean':
        return [call(zod('boolean'))];
      case 'string':
        return [compileString(this, type)];
      case 'number':
        return [compileNumber(this, type)];
      case 'array':
        return compileArray(this, type);
      case 'object':
        return compileObject(this, type);
    }
  }

  #reference(target: SchemaNode): Code {
    const identifier = this.#names.getIdentifier(target);
    return identifier === undefined ? this.nested(target) : namedSchema(identifier);
  }

  #unevaluated({ of, schema }: UnevaluatedPart, owner: SchemaNode): Code[] {
    const functionName = unevaluatedFunction(this.#decisions, owner, of);
    const code = this.nested(schema);
    if (functionName === undefined) return [];
    if (code === UNKNOWN) return [];
    const check = runtime(of === 'items' ? 'unevaluatedItems' : 'unevaluatedProperties');
    return [call(check, code, [DECISIONS, `.${functionName}`])];
  }
}

// A reference alone is made already, and a scalar is nothing to wait with.
function isSimple({ parts }: SchemaNode): boolean {
  const applied = parts.filter((part) => !isScalar(part));
  return applied.length === 0 || (applied.length === 1 && applied[0]?.kind === 'reference');
}

// Such a call refers to nothing, and costs nothing where the module is loaded.
function isSingleCall({ parts: [part, ...siblings], needsDefaults }: SchemaNode): boolean {
  if (part === undefined || siblings.length > 0 || needsDefaults) return false;
  if (part.kind === 'literals')
    return part.guards.length === 0 && part.values.every((value) => Object(value) !== value);
  const [type, ...more] = part.kind === 'types' ? part.alternatives : [];
  if (type === undefined || more.length > 0) return false;
  return type.kind === 'boolean' || (type.kind === 'string' && type.pattern === undefined);
}

function isScalar(part: SchemaPart): boolean {
  const types = part.kind === 'types' ? part.alternatives : 'guards' in part ? part.guards : undefined;
  return types?.every((type) => !(type.kind === 'array' || type.kind === 'object') || type.isBare) ?? false;
}
