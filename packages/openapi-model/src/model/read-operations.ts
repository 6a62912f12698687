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
export function readPathItem(reader: Reader, path: string, parts: readonly Located[]): Operation[] {
  const methods = listPathMethods(reader, parts);
  for (const tokens of [...methods.map(locateOperation), ['parameters']]) {
    const [, second] = parts.filter(
      (part) => valueAt(part.value, appendPointer('#', ...tokens)) !== undefined,
    );
    if (!second) continue;
    const message = `"${tokens.at(-1)}" is defined both beside the $ref of the path item and in its target.`;
    reader.report(appendPointer(second.pointer, ...tokens), message, 'Keep one of the two.');
  }
  return methods.flatMap((method) =>
    parts.flatMap(({ value, pointer }) => {
      const tokens = locateOperation(method);
      const member = valueAt(value, appendPointer('#', ...tokens));
      if (member === undefined) return [];
      const operation = reader.resolve(member, appendPointer(pointer, ...tokens));
      const read =
        operation &&
        reader.within(operation, () => readOperation(reader, { method, path, parts, operation }));
      return read ? [read] : [];
    }),
  );
}

interface OperationLocation {
  method: Method;
  path: string;
  parts: readonly Located[];
  operation: Located;
}

function readOperation(reader: Reader, { method, path, parts, operation }: OperationLocation): Operation {
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
    parameters: readParameters(reader, [...parts, operation]),
    requestBody: readRequestBody(reader, operation),
    responses: readResponses(reader, operation),
    security: readSecurity(reader, operation),
    servers: readServers([operation, ...parts, { value: reader.document, pointer: '#' }]),
    callbacks: readCallbacks(reader, operation),
    pointer: operation.pointer,
  };
}

function readCallbacks(reader: Reader, operation: Located): Callback[] {
  return reader.entries(operation, 'callbacks').flatMap((callback) =>
    Object.keys(callback.value)
      .filter((expression) => !expression.startsWith('x-'))
      .flatMap((expression) => {
        const pointer = appendPointer(callback.pointer, expression);
        const parts = reader.pathItem(callback.value[expression], pointer);
        const operations = readPathItem(reader, expression, parts);
        return [{ name: callback.name, expression, operations, pointer }];
      }),
  );
}

function readSecurity(reader: Reader, operation: Located): SecurityRequirement[] {
  const owner = operation.value.security === undefined ? { value: reader.document, pointer: '#' } : operation;
  return reader.list(owner, 'security').flatMap((requirement, index) => {
    if (isJsonObject(requirement)) {
      return [
        Object.fromEntries(Object.keys(requirement).map((name) => [name, listTexts(requirement[name])])),
      ];
    }
    reader.report(
      appendPointer(owner.pointer, 'security', index),
      'A security requirement must be an object.',
      'Use an object that maps names of schemes to scopes.',
    );
    return [];
  });
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
