// The operations of a client for the printer of types, which reads them in the document: their names and the components
// that they refer to. Callbacks are webhooks.
import {
  canonicalPointer,
  isIgnoredParameter,
  isJsonObject,
  type JsonObject,
  memberOf,
  parsePointer,
} from '@keyframe/openapi-model';
import type { Direction } from '@keyframe/openapi-schema';
import { operationKey } from '../describe/response-bodies.ts';
import type { Plan } from '../plan.ts';
import { FOLDERS, type Folder } from '../print/references.ts';

/** The operations of a client. */
export class ClientOperations {
  /** The document, with callbacks as webhooks. */
  readonly document: JsonObject;
  /** Reports whether the client does not send a parameter. */
  readonly isIgnored = isIgnoredParameter;
  readonly #names: ReadonlyMap<string, string>;
  readonly #areDirected: boolean;

  /** `areDirected`: whether types of requests differ from those of responses. */
  constructor({ model, modules, messages }: Plan, { areDirected }: { areDirected: boolean }) {
    const operations = modules.flatMap((module) => module.operations);
    this.#names = new Map(operations.map(({ key, operation }) => [operationKey(operation), key]));
    this.#areDirected = areDirected;
    const webhooks = memberOf(model.document, 'webhooks');
    const items: JsonObject = isJsonObject(webhooks) ? { ...webhooks } : {};
    for (const { kind, key, operation } of messages.map(({ message }) => message)) {
      const $ref = operation.requestBody?.pointer;
      if (kind === 'callback' && $ref !== undefined)
        items[key] = { ...Object(items[key]), [operation.method]: { requestBody: { $ref } } };
    }
    this.document = { ...model.document, webhooks: items };
  }

  /** Names an operation; undefined for one that is not the client's. */
  findName(operation: { method: string; path: string }): string | undefined {
    return this.#names.get(operationKey(operation));
  }

  /** Reports whether the type of a component in a message is that under its own name. */
  isNamed($ref: string, folder: Folder, direction: Direction): boolean {
    const pointer = canonicalPointer($ref) ?? '';
    const [, kind, ...names] = parsePointer(pointer) ?? [];
    const isComponent = kind === folder && names.length === 1;
    return isComponent && (FOLDERS[folder] === direction || !this.#areDirected);
  }
}
