import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
  parsePointer,
} from '@keyframe/openapi-model';

const ANNOTATIONS = new Set([
  '$comment',
  'description',
  'example',
  'examples',
  'externalDocs',
  'title',
  'xml',
]);
// Their members are named by the author, so that none of the names is an annotation.
const MAPS = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);
const MAX_TEXT = 20_000;

/** Writes a schema with its references followed and without prose, so that equal texts mean equal schemas. */
export function canonical(model: OpenApiModel, located: LocatedSchema): string {
  return new Canonical(model).write(located.schema, located.pointer, []).slice(0, MAX_TEXT);
}

class Canonical {
  readonly #model: OpenApiModel;
  #length = 0;

  constructor(model: OpenApiModel) {
    this.#model = model;
  }

  write(value: JsonValue | undefined, pointer: string, path: readonly string[]): string {
    if (this.#length > MAX_TEXT) return '…';
    if (Array.isArray(value)) {
      return `[${value.map((item) => this.write(item, pointer, path)).join(',')}]`;
    }
    if (!isJsonObject(value)) return this.#count(JSON.stringify(value) ?? 'null');
    const members = Object.keys(value)
      .filter((name) => name !== '$ref' && !ANNOTATIONS.has(name) && !name.startsWith('x-'))
      .sort()
      .map((name) => {
        const member = value[name];
        const text =
          MAPS.has(name) && isJsonObject(member)
            ? this.#writeMap(member, pointer, path)
            : this.write(member, pointer, path);
        return `${this.#count(JSON.stringify(name))}:${text}`;
      });
    const { $ref } = value;
    if (typeof $ref !== 'string') return `{${members.join(',')}}`;
    const target = this.#reference($ref, pointer, path);
    return members.length === 0 ? target : `{$ref:${target},${members.join(',')}}`;
  }

  #writeMap(map: JsonObject, pointer: string, path: readonly string[]): string {
    const names = Object.keys(map).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${this.write(map[name], pointer, path)}`).join(',')}}`;
  }

  #reference(reference: string, from: string, path: readonly string[]): string {
    const target = this.#model.resolver.resolve(reference, from);
    if (!target) return reference;
    const back = path.indexOf(target.pointer);
    if (back >= 0) return `↺${path.length - back}`;
    return this.write(target.schema, target.pointer, [...path, target.pointer]);
  }

  #count(text: string): string {
    this.#length += text.length;
    return text;
  }
}

/** Names a schema for the matching of branches: its component, else its title. */
export function nameOf({ schema }: LocatedSchema): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { $ref, title } = schema;
  if (typeof $ref === 'string') return parsePointer($ref)?.at(-1);
  return typeof title === 'string' ? title : undefined;
}
