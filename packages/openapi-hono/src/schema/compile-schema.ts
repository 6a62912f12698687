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
import { bracket, type Code, call, list, object } from '../code.ts';
import { jsonCode } from '../json-text.ts';
import type { Refusals } from '../refusals.ts';
import { compileArray } from './compile-array.ts';
import { compileLiterals, literalsOf } from './compile-literals.ts';
import { compileObject, compileOptional } from './compile-object.ts';
import { compileNumber, compileString } from './compile-scalars.ts';
import { misfitOf } from './keyword-values.ts';
import {
  isKnownKeyword,
  type JsonTypeName,
  TYPED_KEYWORDS,
  TYPED_NAMES,
  type TypedName,
} from './keywords.ts';
import {
  type FilledDefault,
  intersect,
  type Place,
  type SchemaGraph,
  subschemas,
  type Types,
  typeNames,
} from './schema-graph.ts';
import { findTag } from './tag.ts';

/** Is what all compilers of one document share. */
interface CompilerShared {
  graph: SchemaGraph;
  refusals: Refusals;
  identifiers: ReadonlyMap<string, string>;
  /** Collects the defaults that the code fills in. */
  defaults: FilledDefault[];
}

/** Compiles schemas of one document; refused keywords are collected, and stand as `z.unknown()` until then. */
export class SchemaCompiler {
  readonly graph: SchemaGraph;
  readonly refusals: Refusals;
  readonly defaults: FilledDefault[];
  // TypeScript asks for one annotation; without it the code is JavaScript.
  readonly #isTyped: boolean;
  readonly #identifiers: ReadonlyMap<string, string>;
  readonly #defined = new Set<string>();
  readonly #inlined: string[] = [];
  readonly #used = new Set<string>();

  constructor(shared: CompilerShared, { isTyped = true }: { isTyped?: boolean } = {}) {
    this.graph = shared.graph;
    this.refusals = shared.refusals;
    this.defaults = shared.defaults;
    this.#identifiers = shared.identifiers;
    this.#isTyped = isTyped;
  }

  /** Tells which functions of the runtime, and which components, the code so far calls. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** Says that the constant of a component is initialised from here on. */
  define(component: string): void {
    this.#defined.add(component);
  }

  /** Calls a function of the runtime. */
  runtime(name: string, ...args: readonly Code[]): Code {
    this.#used.add(name);
    return call(name, ...args);
  }

  /** Compiles a schema, given the types that its surroundings leave possible. */
  compile(located: LocatedSchema, surrounding?: Types): Code {
    const { schema, pointer } = located;
    if (!isJsonObject(schema)) return schema ? 'z.unknown()' : 'z.never()';
    this.#refuseUnkept(schema, pointer);
    const types = intersect(surrounding, this.graph.typesOf(located));
    const parts = [
      ...this.#typedParts({ schema, pointer }, types),
      ...this.#reference(schema, pointer),
      ...subschemas(located, 'allOf').map((part) => this.compile(part, types)),
      ...this.#unions(located, types),
      ...this.#conditions({ schema, pointer }, types),
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
    return isSchema(value) ? this.compile({ schema: value, pointer: place }, types) : undefined;
  }

  #refuseUnkept(schema: JsonObject, pointer: string): void {
    for (const keyword of Object.keys(schema)) {
      const value = memberOf(schema, keyword);
      const place = appendPointer(pointer, keyword);
      const misfit = value === undefined ? undefined : misfitOf(keyword, value);
      if (!isKnownKeyword(keyword)) {
        const repair = 'Say it with other keywords, or remove it.';
        this.refusals.add(place, `The keyword "${keyword}" can not be kept.`, repair);
      } else if (misfit !== undefined) {
        this.refusals.add(place, `"${keyword}" must hold ${misfit}.`, 'Correct it.');
      }
    }
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
    const component = target && this.graph.componentOf(target.pointer);
    const identifier = component === undefined ? undefined : this.#identifiers.get(component);
    if (component !== undefined && identifier !== undefined) {
      this.#used.add(identifier);
      // The type of a constant that is not yet initialised can't be inferred: it would contain itself.
      const lazy = `z.lazy(()${this.#isTyped ? ': z.ZodType' : ''} => ${identifier})`;
      return [this.#defined.has(component) ? identifier : lazy];
    }
    if (!target || this.#inlined.includes(target.pointer)) {
      const place = appendPointer(pointer, '$ref');
      const repair = 'Move the schema it leads to into components.schemas.';
      this.refusals.add(place, `The reference ${reference} can not be followed.`, repair);
      return [];
    }
    this.#inlined.push(target.pointer);
    const code = this.compile(target);
    this.#inlined.pop();
    return [code];
  }

  #unions(located: LocatedSchema, types: Types | undefined): Code[] {
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const branches = subschemas(located, keyword);
      if (branches.length === 0) return [];
      const tag = findTag(this.graph, branches, discriminatorOf(located));
      const codes = branches.map((branch) => this.compile(branch, types));
      const told =
        tag &&
        object([
          ['property', jsonCode(tag.property)],
          ['values', list(tag.values.map((values) => list(values.map(jsonCode))))],
          ['absent', tag.absent === undefined ? undefined : String(tag.absent)],
        ]);
      return [this.runtime(keyword, bracket('[', codes, ']'), ...(told ? [told] : []))];
    });
  }

  #conditions(place: Place, types: Types | undefined): Code[] {
    const parts: Code[] = [];
    const excluded = this.compileMember(place, 'not', types);
    if (excluded !== undefined) parts.push(this.runtime('not', excluded));
    const condition = this.compileMember(place, 'if', types);
    const members = (['then', 'else'] as const).map(
      (keyword) => [keyword, this.compileMember(place, keyword, types)] as const,
    );
    if (condition !== undefined && members.some(([, code]) => code !== undefined)) {
      parts.push(this.runtime('conditional', object([['if', condition], ...members])));
    }
    return parts;
  }
}

function has(schema: JsonObject, type: TypedName): boolean {
  return TYPED_KEYWORDS[type].some((keyword) => memberOf(schema, keyword) !== undefined);
}

function discriminatorOf({ schema }: LocatedSchema): string | undefined {
  const discriminator = isJsonObject(schema) ? memberOf(schema, 'discriminator') : undefined;
  const name = isJsonObject(discriminator) ? memberOf(discriminator, 'propertyName') : undefined;
  return typeof name === 'string' ? name : undefined;
}
