// References of a document: the member of the types that a reference leads to, and its target.

import { quote } from '@keyframe/openapi-codegen';
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

/** An object of a document, and its location. */
export interface Located {
  value: JsonObject;
  pointer: string;
}

/** The components that types are written of, with the direction of their messages. */
export const FOLDERS = {
  responses: 'response',
  parameters: 'request',
  requestBodies: 'request',
  headers: 'response',
  pathItems: 'request',
} as const;

/** A kind of components that types are written of. */
export type Folder = keyof typeof FOLDERS;

/** Follows the references of a document. */
export class References {
  readonly #document: JsonObject;
  readonly #onDefect: (reference: string) => void;
  readonly #paths = new Map<string, string | undefined>();
  readonly #targets = new Map<string, Located | undefined>();
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
  resolve($ref: string): Located | undefined {
    if (this.#targets.has($ref)) return this.#targets.get($ref);
    // A circle of references has no target.
    this.#targets.set($ref, undefined);
    const pointer = this.normalize($ref);
    const value = valueAt(this.#document, pointer);
    if (value === undefined) this.#onDefect($ref);
    const object = isJsonObject(value) ? { value, pointer } : undefined;
    const target = typeof object?.value.$ref === 'string' ? this.resolve(object.value.$ref) : object;
    this.#targets.set($ref, target);
    return target;
  }

  /** Follows the reference of an object; an object without one is returned as it is. */
  follow(located: Located): Located {
    const { $ref } = located.value;
    return (typeof $ref === 'string' ? this.resolve($ref) : undefined) ?? located;
  }

  /** Lists a path item, whose members win, and those that it refers to. */
  listPathItems(item: Located): Located[] {
    const { $ref } = item.value;
    const target = typeof $ref === 'string' ? this.resolve($ref) : undefined;
    return target ? [item, target] : [item];
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
    const isPrinted = folder === 'schemas' || Object.hasOwn(FOLDERS, folder);
    if (root !== 'components' || !isPrinted || name === undefined) return undefined;
    if (valueAt(this.#document, this.normalize($ref)) === undefined) return undefined;
    const members = rest.filter((_, index) => index % 2 === 1);
    const isMember = rest.every((token, index) => index % 2 === 1 || token === 'properties');
    if (rest.length % 2 === 1 || !isMember || (rest.length > 0 && folder !== 'schemas')) return undefined;
    return `components${[folder, name, ...members].map((token) => `[${quote(token)}]`).join('')}`;
  }
}
