import { isJsonObject, type JsonValue } from '../json.ts';
import { appendPointer, valueAt } from '../pointer.ts';
import type { Callback, Method, Operation, SecurityRequirement } from './model.ts';
import { listPathMethods, locateOperation } from './path-methods.ts';
import { readRequestBody, readResponses } from './read-media.ts';
import { readParameters } from './read-parameters.ts';
import { readServers } from './read-servers.ts';
import type { Located, Reader } from './reader.ts';
import { toResourcePath } from './resource-path.ts';

/**
 * Reads the operations of one path item, given with those that it refers to; `path` is its key: a template, an
 * expression or a webhook's name.
 */
export function readPathItem(reader: Reader, path: string, pathItems: readonly Located[]): Operation[] {
  const methods = listPathMethods(reader, pathItems);
  for (const tokens of [...methods.map(locateOperation), ['parameters']]) {
    const [, second] = pathItems.filter(
      (pathItem) => valueAt(pathItem.value, appendPointer('#', ...tokens)) !== undefined,
    );
    if (!second) continue;
    const message = `"${tokens.at(-1)}" is defined both beside the $ref of the path item and in its target.`;
    reader.report(appendPointer(second.pointer, ...tokens), message, 'Keep one of the two.');
  }
  const operations: Operation[] = [];
  for (const method of methods) {
    const tokens = locateOperation(method);
    for (const { value, pointer } of pathItems) {
      const member = valueAt(value, appendPointer('#', ...tokens));
      if (member === undefined) continue;
      const located = reader.resolve(member, appendPointer(pointer, ...tokens));
      const location = located && { method, path, pathItems, operation: located };
      const operation = location && reader.within(located, () => readOperation(reader, location));
      if (operation) operations.push(operation);
    }
  }
  return operations;
}

interface OperationLocation {
  method: Method;
  path: string;
  pathItems: readonly Located[];
  operation: Located;
}

function readOperation(reader: Reader, { method, path, pathItems, operation }: OperationLocation): Operation {
  const operationId = reader.text(operation, 'operationId') || undefined;
  return {
    id: operationId && isName(operationId) ? operationId : createOperationId(method, path),
    operationId,
    method,
    path,
    resourcePath: toResourcePath(path),
    resourceMethod: method,
    summary: reader.text(operation, 'summary'),
    description: reader.text(operation, 'description'),
    deprecated: reader.flag(operation, 'deprecated') ?? false,
    tags: reader.list(operation, 'tags').filter((tag) => typeof tag === 'string'),
    parameters: readParameters(reader, [...pathItems, operation]),
    requestBody: readRequestBody(reader, operation),
    responses: readResponses(reader, operation),
    security: readSecurity(reader, operation),
    servers: readServers([operation, ...pathItems, { value: reader.document, pointer: '#' }]),
    callbacks: readCallbacks(reader, operation),
    pointer: operation.pointer,
  };
}

function readCallbacks(reader: Reader, operation: Located): Callback[] {
  const callbacks: Callback[] = [];
  for (const { name, value, pointer: parent } of reader.entries(operation, 'callbacks')) {
    for (const expression of Object.keys(value)) {
      if (expression.startsWith('x-')) continue;
      const pointer = appendPointer(parent, expression);
      const operations = readPathItem(reader, expression, reader.pathItem(value[expression], pointer));
      callbacks.push({ name, expression, operations, pointer });
    }
  }
  return callbacks;
}

function readSecurity(reader: Reader, operation: Located): SecurityRequirement[] {
  const owner = operation.value.security === undefined ? { value: reader.document, pointer: '#' } : operation;
  const requirements = reader.list(owner, 'security').filter(isJsonObject);
  return requirements.map((requirement) =>
    Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [name, listTexts(scopes)])),
  );
}

function listTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

// Generators write MD5 and other hashes, or UUIDs, for operations that nobody has named; editors write an empty id.
function isName(operationId: string): boolean {
  const digits = operationId.replaceAll(/[-_]/g, '');
  return digits.length < 24 || !/\d/.test(digits) || !/^[\da-f]+$/i.test(digits);
}

/** Names an operation by its method and path: `get /v1/tasks/{id}` is `getV1TasksId`. */
export function createOperationId(method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
