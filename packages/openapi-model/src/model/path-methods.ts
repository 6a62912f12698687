// The methods of a path item, and the locations of their operations in it.
import { memberOf } from '../json.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { appendPointer } from '../pointer.ts';
import { METHODS, type Method } from './model.ts';
import type { Located, Reader } from './reader.ts';

const FIXED = [...METHODS, 'query'];

/** Returns the location of the operation of a method in its path item. */
export function locateOperation(method: Method): string[] {
  return FIXED.includes(method) ? [method] : ['additionalOperations', method];
}

/**
 * Lists the methods of a path item and those that it refers to; before OpenAPI 3.2, `query` and `additionalOperations`
 * have no effect.
 */
export function listPathMethods(reader: Reader, pathItems: readonly Located[]): Method[] {
  const is32 = isOpenApi32(reader.document);
  const fixed = (is32 ? FIXED : METHODS).filter((method) =>
    pathItems.some(({ value }) => memberOf(value, method) !== undefined),
  );
  if (!is32) return fixed;
  const additional = pathItems.flatMap((pathItem) => {
    const { value, pointer } = reader.object(pathItem, 'additionalOperations');
    return Object.keys(value).filter((method) => isAdditional(reader, method, pointer));
  });
  return [...fixed, ...new Set(additional)];
}

// Methods are tokens (RFC 9110, section 9.1), and case-sensitive.
function isAdditional(reader: Reader, method: string, holder: string): boolean {
  const location = appendPointer(holder, method);
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) {
    reader.report(location, `"${method}" is not an HTTP method.`, 'Use a token such as COPY.');
    return false;
  }
  if (!FIXED.includes(method.toLowerCase())) return true;
  const repair = `Move it to "${method.toLowerCase()}" of the path item.`;
  reader.report(location, `"${method}" has a member of its own.`, repair);
  return false;
}
