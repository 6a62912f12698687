// Operations that generated clients cannot call, or whose responses they know nothing about.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from './json.ts';
import { appendPointer } from './pointer.ts';
import type { Problem } from './problem.ts';

/** A problem and its rule: `unsendable-requests` or `no-responses`. */
export type CallProblem = Problem & { rule: string };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Lists methods and bodies that `fetch` does not send, and operations that document no response. */
export function listCallProblems({ paths }: JsonObject): CallProblem[] {
  const problems: CallProblem[] = [];
  for (const [path, item] of listObjects(paths)) {
    // A reference instead of an operation is a problem of its own.
    for (const [method, operation] of listObjects(item))
      if (METHODS.includes(method) && typeof operation.$ref !== 'string')
        problems.push(...checkOperation(path, method, operation));
  }
  return problems;
}

function checkOperation(path: string, method: string, operation: JsonObject): CallProblem[] {
  const pointer = appendPointer('#/paths', path, method);
  const name = method.toUpperCase();
  const problems: CallProblem[] = [];
  if (method === 'trace') {
    const message =
      'The Fetch standard forbids TRACE, so neither Hono nor its clients can use this operation.';
    problems.push({ rule: 'unsendable-requests', pointer, message, repair: 'Remove it.' });
  }
  if (/^(?:get|head)$/.test(method) && memberOf(operation, 'requestBody') !== undefined) {
    problems.push({
      rule: 'unsendable-requests',
      pointer: appendPointer(pointer, 'requestBody'),
      message: `${name} ${path} has a body, which fetch does not send with ${name}.`,
      repair: 'Use POST or QUERY, or parameters.',
    });
  }
  const responses = listObjects(memberOf(operation, 'responses'));
  if (responses.every(([status]) => status.startsWith('x-'))) {
    problems.push({
      rule: 'no-responses',
      pointer,
      message: `${name} ${path} documents no response: the data of any success is unknown, and any failure is unexpected.`,
      repair: 'Describe its responses.',
    });
  }
  return problems;
}

function listObjects(value: JsonValue | undefined): [string, JsonObject][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}
