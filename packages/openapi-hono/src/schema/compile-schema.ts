// Turns a schema into the source text of a zod type that decides exactly as the schema does.
//
// A schema becomes parts, one for each group of keywords that zod, or the runtime, can say in one go; several parts
// are joined by `all`. Each part sees the value as it came in, so defaults that one fills in don't mislead another.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import { bracket, type Code, call, object } from '../code.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { compileArray } from './compile-array.ts';
import { compileInPlace } from './compile-in-place.ts';
import { compileLiterals, literalsOf } from './compile-literals.ts';
import { compileObject, compileOptional } from './compile-object.ts';
import { compileNumber, compileString } from './compile-scalars.ts';
import type { ComponentNames, NamedSchema } from './component-names.ts';
import { unevaluatedFunction } from './decide/decide-unevaluated.ts';
import { DecisionCompiler } from './decide/decision-compiler.ts';
import type { DecisionModule } from './decide/decision-module.ts';
import { fillFunction } from './decide/fill-compiler.ts';
import type { Direction } from './directed-schemas.ts';
import { refuseUnkept } from './keyword-values.ts';
import { type JsonTypeName, TYPED_KEYWORDS, TYPED_NAMES, type TypedName } from './keywords.ts';
import {
  type FilledDefault,
  intersect,
  type Place,
  type SchemaGraph,
  type Types,
  typeNames,
} from './schema-graph.ts';
import { TypeCompiler } from './type-compiler.ts';

// The functions of the runtime that check within a type of zod, and so leave its own type as it is.
const CHECKS = new Set(['codePoints', 'integer', 'itemCount', 'multipleOf', 'numberFormat', 'textFormat']);

/** Is what all compilers of one document share. */
interface CompilerShared {
  /** Reads the schemas as they hold in a direction; as they are written without one. */
  graphOf: (direction: Direction | undefined) => SchemaGraph;
  errors: Diagnostics;
  warnings: Diagnostics;
  names: ComponentNames;
  /** Collects the defaults that the code fills in. */
  defaults: FilledDefault[];
  decisions: DecisionModule;
}

/** Is what the compilers of one file know of it so far. */
class FileState {
  readonly used = new Set<string>();
  readonly defined = new Set<string>();
  isLater = false;
  decides = false;
}

/** Compiles schemas of one document; refused keywords are collected, and stand as `z.unknown()` until then. */
export class SchemaCompiler {
  readonly graph: SchemaGraph;
  readonly errors: Diagnostics;
  /** What only informs, and is told because it could be taken for more. */
  readonly warnings: Diagnostics;
  readonly defaults: FilledDefault[];
  readonly #shared: CompilerShared;
  readonly #file: FileState;
  readonly #names: ComponentNames;
  readonly #decisions: DecisionCompiler;
  // How often the code so far leaves zod's own types.
  #nodes = 0;

  constructor(shared: CompilerShared, direction?: Direction, file = new FileState()) {
    this.graph = shared.graphOf(direction);
    this.errors = shared.errors;
    this.warnings = shared.warnings;
    this.defaults = shared.defaults;
    this.#shared = shared;
    this.#file = file;
    this.#names = shared.names;
    this.#decisions = new DecisionCompiler(this.graph, shared.decisions);
  }

  /**
   * Makes a compiler for another direction, of code for the same file: a request need not hold what is readOnly, and
   * loses it; a response may not hold what is writeOnly. Without a direction schemas hold as they are written.
   */
  in(direction: Direction | undefined): SchemaCompiler {
    return new SchemaCompiler(this.#shared, direction, this.#file);
  }

  /** Tells whether the code of the file so far calls the generated decisions. */
  get decides(): boolean {
    return this.#file.decides;
  }

  /** Tells which functions of the runtime, and which named schemas, the code of the file so far calls. */
  get used(): ReadonlySet<string> {
    return this.#file.used;
  }

  /** Says that a constant is initialised from here on. */
  define(identifier: string): void {
    this.#file.defined.add(identifier);
  }

  /** Says that every constant is initialised before the code of the file. */
  defineAll(): void {
    this.#file.isLater = true;
  }

  /** Names a value of the runtime. */
  name(name: string): Code {
    this.#file.used.add(name);
    return name;
  }

  /** Calls a function of the runtime. */
  runtime(name: string, ...args: readonly Code[]): Code {
    this.#file.used.add(name);
    if (!CHECKS.has(name)) this.#nodes += 1;
    return call(name, ...args);
  }

  /** Compiles a schema that stands by itself: a generated decision settles what it accepts, as soon as that pays. */
  compile(located: LocatedSchema): Code {
    const before = this.#nodes;
    const code = this.nested(located);
    const { schema } = this.graph.view(located);
    if (!isJsonObject(schema) || isSimple(schema)) return code;
    const types = (['output', 'input'] as const).map((mode) => {
      const compiler = new TypeCompiler({ graph: this.graph, names: this.#names }, mode);
      const type = compiler.typeOf(located);
      return { type, used: compiler.used };
    });
    const [output, input] = types;
    if (!output || !input || this.#nodes === before) return this.#compiled(located, code);
    for (const name of [...output.used, ...input.used]) this.#file.used.add(name);
    return this.#compiled(located, code, [output.type, input.type]);
  }

  /** Compiles a schema with a name of its own, whose types bear that name. */
  compileNamed({ located, identifier, input }: NamedSchema): Code {
    const before = this.#nodes;
    const code = this.nested(located);
    // Where it leads back to itself, its own type is what it is referred to by.
    const isZod = this.#nodes === before && !this.graph.isRecursive(located);
    return this.#compiled(located, code, isZod ? undefined : [identifier, input]);
  }

  #compiled(located: LocatedSchema, code: Code, types?: readonly Code[]): Code {
    this.#file.decides = true;
    const fill = fillFunction(this.#decisions, located);
    this.#file.used.add('compiled');
    const decision = object([
      ['accepts', `decisions.${this.#decisions.decide(located)}`],
      ['fill', fill === undefined ? undefined : `decisions.${fill}`],
    ]);
    return ['compiled', ...(types ? [bracket('<', types, '>')] : []), bracket('(', [code, decision], ')')];
  }

  /** Names the function that lists what is left for an `unevaluated…` keyword; undefined when nothing can be. */
  unevaluated(place: Place, kind: 'items' | 'properties'): Code | undefined {
    const name = unevaluatedFunction(this.#decisions, place, kind);
    if (name === undefined) return undefined;
    this.#file.decides = true;
    return `decisions.${name}`;
  }

  /** Compiles a schema inside another one, given the types that its surroundings leave possible. */
  nested(given: LocatedSchema, surrounding?: Types): Code {
    const located = this.graph.view(given);
    const { schema, pointer } = located;
    if (!isJsonObject(schema)) return schema ? 'z.unknown()' : 'z.never()';
    refuseUnkept(this, { schema, pointer });
    const types = intersect(surrounding, this.graph.typesOf(located));
    const parts = [
      ...this.#typedParts({ schema, pointer }, types),
      ...this.#reference(schema, pointer),
      ...compileInPlace(this, { schema, pointer }, types),
    ];
    return this.#all(parts);
  }

  /** Makes a compiled schema one of a member that may be left out. */
  optional(code: Code, located: LocatedSchema): Code {
    return compileOptional(this, code, located);
  }

  /** Compiles the schema that a keyword holds; undefined when the keyword is absent. */
  compileMember({ schema, pointer }: Place, keyword: string, types?: Types): Code | undefined {
    const value = memberOf(schema, keyword);
    const place = appendPointer(pointer, keyword);
    return isSchema(value) ? this.nested({ schema: value, pointer: place }, types) : undefined;
  }

  #typedParts(place: Place, types: Types | undefined): Code[] {
    const declared = typeNames(memberOf(place.schema, 'type'));
    const literals = literalsOf(place.schema, declared);
    if (literals) return [compileLiterals(this, literals.values), ...this.#guarded(place, literals.open)];
    if (declared) return this.#declared(place, declared);
    const mentioned = TYPED_NAMES.filter((name) => has(place.schema, name));
    const [only] = types?.size === 1 ? types : [];
    const direct = mentioned.find((name) => name === only || (name === 'number' && only === 'integer'));
    return direct === undefined ? this.#guarded(place, mentioned) : this.#ofType(place, direct);
  }

  // Keywords without a type let values of other types pass.
  #guarded(place: Place, types: readonly TypedName[]): Code[] {
    if (types.length === 0) return [];
    const members = types.map((name): [string, Code] => [name, this.#all(this.#ofType(place, name))]);
    return [this.runtime('whenType', object(members))];
  }

  #declared(place: Place, declared: Types): Code[] {
    const names = [...declared].filter((name) => name !== 'integer' || !declared.has('number'));
    const [first, ...others] = names.filter((name) => name !== 'null');
    if (first === undefined) return [names.length > 0 ? 'z.null()' : 'z.never()'];
    if (others.length === 0) {
      const parts = this.#ofType(place, first);
      return declared.has('null') ? [[this.#all(parts), '.nullable()']] : parts;
    }
    const members = names.map((name): [string, Code] => [
      name === 'integer' ? 'number' : name,
      this.#all(this.#ofType(place, name)),
    ]);
    return [this.runtime('typeIn', object(members))];
  }

  #all(parts: readonly Code[]): Code {
    const [first, ...others] = parts;
    if (first === undefined) return 'z.unknown()';
    return others.length === 0 ? first : this.runtime('all', ...parts);
  }

  #ofType(place: Place, type: JsonTypeName): Code[] {
    switch (type) {
      case 'null':
        return ['z.null()'];
      case 'boolean':
        return ['z.boolean()'];
      case 'string':
        return [compileString(this, place)];
      case 'number':
      case 'integer':
        return [compileNumber(this, place, type === 'integer')];
      case 'array':
        return compileArray(this, place);
      case 'object':
        return compileObject(this, place);
      default:
        // Refused already: it is no type.
        return ['z.unknown()'];
    }
  }

  #reference(schema: JsonObject, pointer: string): Code[] {
    const reference = memberOf(schema, '$ref');
    if (typeof reference !== 'string') return [];
    const target = this.graph.resolve(reference, pointer);
    const named = target && this.#names.namedOf(this.graph, target);
    if (named) {
      const { identifier, input } = named;
      this.#file.used.add(identifier);
      if (this.#file.isLater || this.#file.defined.has(identifier)) return [identifier];
      if (input !== identifier) this.#file.used.add(`type ${input}`);
      // The type of a constant that is not yet initialised can't be inferred: it would contain itself.
      return [`z.lazy((): z.ZodType<${identifier}, ${input}> => ${identifier})`];
    }
    return target ? [this.nested(target)] : [];
  }
}

function has(schema: JsonObject, type: TypedName): boolean {
  return TYPED_KEYWORDS[type].some((keyword) => memberOf(schema, keyword) !== undefined);
}

const APPLICATORS = [
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'unevaluatedItems', 'unevaluatedProperties'],
  ...[...TYPED_KEYWORDS.array, ...TYPED_KEYWORDS.object],
];

// A reference alone has a decision already, and a scalar is decided by zod as quickly.
function isSimple(schema: JsonObject): boolean {
  const applied = APPLICATORS.filter((keyword) => memberOf(schema, keyword) !== undefined);
  return applied.length === 0 || (applied.length === 1 && applied[0] === '$ref');
}
