// Selection of operations by name, path, tag or location.
import type { OpenApiModel, Operation, Webhook } from '../model/model.ts';
import { canonicalPointer } from '../pointer.ts';

/**
 * The operations that a command is about: all of them unless `include` is set, without those of `exclude`. Each is named by
 * `POST /v1/x`, a path, an operationId, `tag:x`, the name of a webhook, or a JSON pointer into the document.
 */
export interface Selection {
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
}

/** Lists the selected operations, without those of webhooks. */
export function listSelected({ operations }: OpenApiModel, selection: Selection): Operation[] {
  return operations.filter((operation) => isSelected([operation], selection));
}

/** Lists the webhooks of which an operation is selected. */
export function listSelectedWebhooks({ webhooks }: OpenApiModel, selection: Selection): Webhook[] {
  return webhooks.filter(({ name, operations }) => isSelected(operations, selection, name));
}

/** Lists the operations of a document, those of its webhooks included. */
export function listAllOperations({ operations, webhooks }: OpenApiModel): Operation[] {
  return [...operations, ...webhooks.flatMap((webhook) => webhook.operations)];
}

/** Lists the names of a selection that match no operation of any of the documents. */
export function listUnmatched(
  models: readonly OpenApiModel[],
  { include = [], exclude = [] }: Selection,
): string[] {
  const isMatched = (name: string) => {
    const isNamed = (operation: Operation, webhook?: string) => matches(operation, name, webhook);
    return models.some(
      ({ operations, webhooks }) =>
        operations.some((operation) => isNamed(operation)) ||
        webhooks.some((webhook) => webhook.operations.some((operation) => isNamed(operation, webhook.name))),
    );
  };
  return [...include, ...exclude].filter((name) => !isMatched(name));
}

function isSelected(
  operations: readonly Operation[],
  { include = [], exclude = [] }: Selection,
  webhook?: string,
): boolean {
  const isNamed = (names: readonly string[]) =>
    names.some((name) => operations.some((operation) => matches(operation, name, webhook)));
  return (include.length === 0 || isNamed(include)) && !isNamed(exclude);
}

function matches(operation: Operation, name: string, webhook: string | undefined): boolean {
  const { id, operationId, path, method, pointer, tags } = operation;
  if (name.startsWith('#')) return isWithin(pointer, name);
  if (name.startsWith('tag:')) return tags.includes(name.slice('tag:'.length));
  const isRequestLine = name.toLowerCase() === `${method} ${path}`.toLowerCase();
  return [id, operationId, path, webhook].includes(name) || isRequestLine;
}

/** Reports whether a pointer equals another one or lies below it. */
export function isWithin(pointer: string, above: string): boolean {
  const root = (canonicalPointer(above) ?? above).replace(/\/$/, '');
  return pointer === root || pointer.startsWith(`${root}/`);
}
