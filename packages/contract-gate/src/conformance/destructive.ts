// Operations that end, restart, empty or lock the server, end the session of the credentials or change their account: they
// would spoil the rest of a run, or the data of others.
import { type Operation, toResourcePath } from '@keyframe/openapi-model';
import { type Conventions, splitWords } from '@keyframe/openapi-resources';

/** Whether an operation has a method that only reads (RFC 9110, section 9.2.1). */
export function isSafe({ method }: Pick<Operation, 'method'>): boolean {
  return ['get', 'head', 'options', 'query', 'trace'].includes(method);
}

/** Whether an operation may affect all of the server. An operation on one resource, with an id in its path, does not. */
export function isDestructive(
  operation: Operation,
  operations: readonly Operation[],
  conventions: Conventions,
): boolean {
  const { method, path, id, tags } = operation;
  if (path.includes('{') || (method !== 'get' && isSafe(operation))) return false;
  if (method === 'delete' && isCollectionPath(path, operations)) return true;
  const last = path.split('/').findLast((segment) => segment !== '') ?? '';
  if (['delete', 'patch', 'put'].includes(method) && conventions.matches('ownAccount', last)) return true;
  const names = method === 'get' ? [id ?? ''] : [last, id ?? '', ...tags];
  const isNamed = names.some((name) => isDestructiveName(name, conventions));
  // `GET /maintenance` reads the mode that a PUT changes.
  return isNamed || (method === 'get' && isCommand(operation, operations, conventions));
}

// A DELETE of `/things` deletes all things, also those of others.
function isCollectionPath(path: string, operations: readonly Operation[]): boolean {
  const prefix = `${toResourcePath(path)}/{`;
  return operations.some(
    (one) =>
      toResourcePath(one.path).startsWith(prefix) &&
      !toResourcePath(one.path).slice(prefix.length).includes('/'),
  );
}

function isCommand({ path }: Operation, operations: readonly Operation[], conventions: Conventions): boolean {
  const last = toResourcePath(path).split('/').at(-1) ?? '';
  return (
    isDestructiveName(last, conventions) &&
    operations.every((one) => one.path !== path || one.method === 'get')
  );
}

function isDestructiveName(name: string, conventions: Conventions): boolean {
  if (conventions.matches('destructive', name.replaceAll(/[^A-Za-z0-9]/g, ''))) return true;
  const [first = '', ...others] = splitWords(name);
  return (
    conventions.matches('destructive', first) &&
    others.every((word) => conventions.matches('wholeServer', word))
  );
}
