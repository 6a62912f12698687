// Messages that the server of a document sends: webhooks and the callbacks of operations, each with its own id.
import type { Callback, OpenApiModel, Operation } from '@keyframe/openapi-model';

/** Is one webhook or callback with one method. */
export interface Message {
  id: string;
  operation: Operation;
  /** The key of a callback; undefined for a webhook. */
  expression: string | undefined;
  /** Pointer to its path item. */
  pointer: string;
}

/** Lists the webhooks: `name`, and `name.method` where the webhook has several methods. */
export function listWebhooks(model: OpenApiModel): Message[] {
  return model.webhooks.flatMap(({ name, operations, pointer }) =>
    operations.map((operation) => ({
      id: operations.length === 1 ? name : `${name}.${operation.method}`,
      operation,
      expression: undefined,
      pointer,
    })),
  );
}

/**
 * Lists the callbacks: `operationId.name`, with the expression behind it where the callback has several, and the
 * method where that has several.
 */
export function listCallbacks(model: OpenApiModel): Message[] {
  const owners = [...model.operations, ...model.webhooks.flatMap(({ operations }) => operations)];
  return owners.flatMap((owner) => listOperationCallbacks(owner, owner.id));
}

function listOperationCallbacks(owner: Operation, ownerId: string): Message[] {
  return owner.callbacks.flatMap((callback) => {
    const { name, expression, operations, pointer } = callback;
    const isOnly = owner.callbacks.filter((sibling: Callback) => sibling.name === name).length === 1;
    const base = [ownerId, name, ...(isOnly ? [] : [expression])].join('.');
    return operations.flatMap((operation) => {
      const id = operations.length === 1 ? base : `${base}.${operation.method}`;
      return [{ id, operation, expression, pointer }, ...listOperationCallbacks(operation, id)];
    });
  });
}
