// Links are kept as they are written; what they say has to be right all the same (OpenAPI 3.1, Link Object).
import {
  appendPointer,
  isJsonObject,
  type JsonValue,
  type Link,
  type OpenApiModel,
  type Operation,
  repairText,
} from '@keyframe/openapi-model';
import { parseLinkValue } from '@keyframe/openapi-runtime/wire';
import type { Generation } from '../../generation.ts';
import { checkExpression } from '../messages/check-expression.ts';
import { listCallbacks, listWebhooks } from '../messages/messages.ts';

/**
 * Refuses links that lead to no operation, or to two, and values that are written as no runtime expression can be. `read`
 * are the operations of the document, mounted or not.
 */
export function checkLinks(generation: Generation, read: readonly Operation[]): void {
  const operations = listOperations(generation.model);
  const ids = new Set([...read, ...operations].map(({ operationId }) => operationId));
  for (const link of operations.flatMap(({ responses }) => responses.flatMap(({ links }) => links))) {
    checkTarget(generation, link, ids);
    for (const [name, value] of Object.entries(link.parameters)) {
      checkValue(generation, value, appendPointer(link.pointer, 'parameters', name));
    }
    checkValue(generation, link.requestBody, appendPointer(link.pointer, 'requestBody'));
  }
}

function listOperations(model: OpenApiModel) {
  const messages = [...listWebhooks(model), ...listCallbacks(model)];
  return [...model.operations, ...messages.map(({ operation }) => operation)];
}

// The target of `operationRef` is checked when the document is read.
function checkTarget(
  { errors, repair }: Generation,
  { operationId, operationRef, pointer }: Link,
  ids: ReadonlySet<string | undefined>,
): void {
  if ((operationId === undefined) === (operationRef === undefined)) {
    const message = 'A link must have either operationId or operationRef.';
    errors.add(pointer, message, 'Set one of the two.');
  } else if (operationId !== undefined && !ids.has(operationId)) {
    repair({
      rule: 'unknown-link-target',
      pointer: appendPointer(pointer, 'operationId'),
      message: `Operation ${JSON.stringify(operationId)} not found.`,
      repair: repairText('Use the operationId of an operation of the document.'),
    });
  }
}

// An expression may occur anywhere in a value (OpenAPI 3.1, Link Object: a literal value or expression).
function checkValue(generation: Generation, value: JsonValue | undefined, pointer: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(generation, item, appendPointer(pointer, index));
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      checkValue(generation, member, appendPointer(pointer, name));
    }
  } else if (typeof value === 'string') {
    checkExpression(generation, pointer, () => parseLinkValue(value));
  }
}
