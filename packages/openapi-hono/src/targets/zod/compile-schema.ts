// Turns a schema into the source text of a zod type that decides exactly as the schema does.
//
// A schema becomes parts, one for each group of keywords that zod, or the runtime, can say in one go; several parts
// are joined by `all`. Each part sees the value as it came in, so defaults that one fills in don't mislead another.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import { type Code, call, generic, object, print } from '@keyframe/openapi-model/generator';
import type { Diagnostics } from '../../diagnostics.ts';
import type { ComponentNames } from '../../schema/component-names.ts';
import { intersect, type Place, type Types, typeNames } from '../../schema/keyword-readers.ts';
import { refuseUnkept } from '../../schema/keyword-values.ts';
import { type JsonTypeName, TYPED_KEYWORDS, TYPED_NAMES, type TypedName } from '../../schema/keywords.ts';
import { literalsOf } from '../../schema/literals.ts';
import type { Direction } from '../../schema/read-write-views.ts';
import type { FilledDefault, SchemaGraph } from '../../schema/schema-graph.ts';
import { fillFunction } from '../defaults/default-filler.ts';
import { tellDifferentDefaults } from '../defaults/different-defaults.ts';
import { TypeCompiler } from '../types/type-compiler.ts';
import { sharedValues } from '../validators/validate-types.ts';
import { unevaluatedFunction } from '../validators/validate-unevaluated.ts';
import { DecisionCompiler } from '../validators/validator-compiler.ts';
import type { DecisionModule } from '../validators/validator-module.ts';
import { compileArray } from './compile-array.ts';
import { compileInPlace } from './compile-in-place.ts';
import { compileLiterals } from './compile-literals.ts';
import { compileObject, compileOptional } from './compile-object.ts';
import { compileNumber, compileString } from './compile-scalars.ts';

/** What all compilers of one document share. */
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

/** What the compilers of one file know of it so far. */
class FileState {
  /** The names of the runtime, `type X` for a type. */
  readonly runtime = new Set<string>();
  /** The names of `schemas.ts`. */
  readonly named = new Set<string>();
  decides = false;
}

/** Compiles schemas of one document; refused keywords are collected, and stand as `z.unknown()` until then. */
export class SchemaCompiler {
  readonly graph: SchemaGraph;
  readonly errors: Diagnostics;
  /** What means less than it seems to. */
  readonly warnings: Diagnostics;
  readonly defaults: FilledDefault[];
  readonly #shared: CompilerShared;
  readonly #file: FileState;
  readonly #names: ComponentNames;
  readonly #decisions: DecisionCompiler;

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

  /** Lists the names of the runtime that the code of the file so far uses. */
  get runtimeUsed(): string[] {
    return [...this.#file.runtime];
  }

  /** Lists the named schemas, and their types, that the code of the file so far uses. */
  get namedUsed(): string[] {
    const { named } = this.#file;
    return [...named].filter((name) => !named.has(name.replace(/^type /, '')) || !name.startsWith('type '));
  }

  /** Names a value of the runtime. */
  name(name: string): Code {
    this.#file.runtime.add(name);
    return name;
  }

  /** Calls a function of the runtime. */
  runtime(name: string, ...args: readonly Code[]): Code {
    this.#file.runtime.add(name);
    return call(name, ...args);
  }

  /** Names a type of the runtime, with arguments. */
  runtimeType(name: string, ...args: readonly Code[]): Code {
    this.#file.runtime.add(`type ${name}`);
    return generic(name, ...args);
  }

  /** Writes the type of a compiled schema; `wrap` makes other types of those of its values. */
  typeOf(located: LocatedSchema, wrap: (type: Code) => Code = (type) => type): Code {
    const types = (['output', 'input'] as const).map((mode) => {
      const compiler = new TypeCompiler({ graph: this.graph, names: this.#names }, mode);
      const type = compiler.typeOf(located);
      for (const name of compiler.used) this.#file.named.add(`type ${name}`);
      return type;
    });
    const distinct = new Map(types.map((type) => [print(type), wrap(type)]));
    return this.runtimeType('Schema', ...distinct.values());
  }

  /** Compiles a schema that stands by itself: a generated decision settles what it accepts, as soon as that pays. */
  compile(located: LocatedSchema): Code {
    const { schema } = this.graph.view(located);
    return !isJsonObject(schema) || isSimple(schema) ? this.nested(located) : this.compileNamed(located);
  }

  /** Compiles a schema with a name of its own: a decision, and what explains its refusals once there is one. */
  compileNamed(located: LocatedSchema): Code {
    const code = this.nested(located);
    const fill = fillFunction(this.#decisions, located);
    this.#file.decides = true;
    const explain: Code = ['() => ', code];
    const accepts = `decisions.${this.#decisions.decide(located)}`;
    return this.runtime('compiled', accepts, explain, ...(fill === undefined ? [] : [`decisions.${fill}`]));
  }

  /** Names the function that tells whether a schema accepts a value, where nothing has to be explained. */
  decision(located: LocatedSchema, surrounding?: Types): Code {
    // Compiled for what it finds: the code itself is not needed.
    new SchemaCompiler(this.#shared, this.graph.direction, new FileState()).nested(located, surrounding);
    this.#file.decides = true;
    return `decisions.${this.#decisions.decide(located)}`;
  }

  /** Names the constant that holds many values; undefined where they are few. */
  sharedValues(values: readonly JsonValue[]): Code | undefined {
    const name = sharedValues(this.#decisions, values);
    if (name === undefined) return undefined;
    this.#file.decides = true;
    return `decisions.${name}`;
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
    tellDifferentDefaults(this.graph, this.warnings, located);
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
    const identifier = target && this.#names.identifierOf(this.graph, target);
    if (identifier === undefined) return target ? [this.nested(target)] : [];
    this.#file.named.add(identifier);
    return [identifier];
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
