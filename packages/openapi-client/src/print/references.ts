// References of a document: the member of the types that a reference leads to, and its target.
import {
  canonicalPointer,
  isJsonObject,
  isOpenApi32,
  isSchema,
  type JsonObject,
  type LocatedSchema,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model/document';
import { quote } from '@keyframe/openapi-tooling/generator';

const FOLDERS = new Set(['headers', 'parameters', 'pathItems', 'requestBodies', 'responses', 'schemas']);

/** Follows the references of a document. */
export class References {
  readonly #document: JsonObject;
  readonly #onDefect: (reference: string) => void;
  readonly #paths = new Map<string, string | undefined>();
  readonly #targets = new Map<string, JsonObject | undefined>();
  readonly #schemas = new Map<string, LocatedSchema | undefined>();

  /** `onDefect` receives references without a target. */
  constructor(
    document: JsonObject,
    { onDefect = () => undefined }: { onDefect?: ((reference: string) => void) | undefined } = {},
  ) {
    this.#document = document;
    this.#onDefect = onDefect;
  }

  /** The components of the document. */
  get components(): JsonObject {
    const { components } = this.#document;
    return isJsonObject(components) ? components : {};
  }

  /** Whether the document is of OpenAPI 3.2. */
  get is32(): boolean {
    return isOpenApi32(this.#document);
  }

  /** Writes the path of types that a reference leads to, `components['schemas']['A']`; undefined if the types lack it. */
  findPath($ref: string): string | undefined {
    if (this.#paths.has($ref)) return this.#paths.get($ref);
    const path = this.#createPath($ref);
    this.#paths.set($ref, path);
    return path;
  }

  /** Returns the object that a reference, and those that it leads to, refer to. */
  resolve($ref: string): JsonObject | undefined {
    if (this.#targets.has($ref)) return this.#targets.get($ref);
    // A circle of references has no target.
    this.#targets.set($ref, undefined);
    const value = valueAt(this.#document, this.normalize($ref));
    if (value === undefined) this.#onDefect($ref);
    const object = isJsonObject(value) ? value : undefined;
    const target = typeof object?.$ref === 'string' ? this.resolve(object.$ref) : object;
    this.#targets.set($ref, target);
    return target;
  }

  /** Finds the schema that a reference leads to, which may be a reference itself. */
  findSchema($ref: string): LocatedSchema | undefined {
    if (this.#schemas.has($ref)) return this.#schemas.get($ref);
    const pointer = this.normalize($ref);
    const schema = valueAt(this.#document, pointer);
    if (schema === undefined) this.#onDefect($ref);
    const target = isSchema(schema) ? { schema, pointer } : undefined;
    this.#schemas.set($ref, target);
    return target;
  }

  /** Returns the pointer of a reference in its usual form. */
  normalize($ref: string): string {
    return canonicalPointer($ref) ?? $ref;
  }

  #createPath($ref: string): string | undefined {
    const [root, folder = '', name, ...rest] = parsePointer($ref) ?? [];
    if (root !== 'components' || !FOLDERS.has(folder) || name === undefined) return undefined;
    if (valueAt(this.#document, this.normalize($ref)) === undefined) return undefined;
    const members = rest.filter((_, index) => index % 2 === 1);
    const isMember = rest.every((token, index) => index % 2 === 1 || token === 'properties');
    if (rest.length % 2 === 1 || !isMember || (rest.length > 0 && folder !== 'schemas')) return undefined;
    return `components${[folder, name, ...members].map((token) => `[${quote(token)}]`).join('')}`;
  }
}
