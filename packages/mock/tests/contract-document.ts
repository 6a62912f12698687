// The contract for tests: its operations, their responses, and whether a response matches one of them. Prism validates
// with Ajv, this module with the toolkit.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkResponse, type OperationId } from '@keyframe/contract/hono';

type Json = Record<string, unknown>;

/** An answer that the contract documents, and the names of its examples. */
export interface Answer {
  operationId: OperationId;
  method: string;
  path: string;
  status: string;
  examples: string[];
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);

const document = asObject(JSON.parse(readFileSync(DOCUMENT, 'utf8')));

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error(`Not an object: ${String(value)}`);
  return value as Json;
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unescapePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Follows a pointer and the references it meets. */
function resolve(pointer: string): Json {
  const keys = pointer.split('/').slice(1).map(unescapePointer);
  const value = asObject(keys.reduce<unknown>((node, key) => asObject(node)[key], document));
  return typeof value.$ref === 'string' ? resolve(value.$ref) : value;
}

function listResponses(method: string, path: string): Answer[] {
  const pointer = `#/paths/${escapePointer(path)}/${method}`;
  const operation = resolve(pointer);
  const operationId = operation.operationId as OperationId;
  return Object.keys(asObject(operation.responses)).map((status) => {
    const { content } = resolve(`${pointer}/responses/${status}`);
    const [media] = Object.values(asObject(content ?? {}));
    const examples = Object.keys(asObject(asObject(media ?? {}).examples ?? {}));
    return { operationId, method: method.toUpperCase(), path, status, examples };
  });
}

/** Every answer of every operation of the contract. */
export const ANSWERS: readonly Answer[] = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
  Object.keys(asObject(item))
    .filter((key) => METHODS.has(key))
    .flatMap((method) => listResponses(method, path)),
);

/** Lists how a response departs from what the contract says of an operation. */
export async function findProblems(operationId: OperationId, response: Response): Promise<string[]> {
  const { status, headers } = response;
  return checkResponse(operationId, { status, headers, body: await readBody(response) }).map(
    ({ where, path, message }) => [where, ...path, message].join(' '),
  );
}

/** Reads the body as its media type says; undefined without one. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type');
  if (type === null) return undefined;
  return type.startsWith('application/json') ? response.json() : response.text();
}
