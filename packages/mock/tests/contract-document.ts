// The contract as the tests ask about it: its operations, their answers, and whether a body is one of them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Json = Record<string, unknown>;

/** An answer that the contract documents, and the names of its examples. */
export interface Answer {
  method: string;
  path: string;
  status: string;
  examples: string[];
  schemaPointer: string;
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);

const document = asObject(JSON.parse(readFileSync(DOCUMENT, 'utf8')));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'contract');

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

/** Follows a pointer and the references it meets; gives the final pointer beside the value. */
function resolve(pointer: string): { pointer: string; value: Json } {
  const keys = pointer.split('/').slice(1).map(unescapePointer);
  const value = asObject(keys.reduce<unknown>((node, key) => asObject(node)[key], document));
  const reference = value.$ref;
  return typeof reference === 'string' ? resolve(reference) : { pointer, value };
}

function answersOf(method: string, path: string): Answer[] {
  const operation = `#/paths/${escapePointer(path)}/${method}`;
  return Object.keys(asObject(resolve(operation).value.responses)).map((status) => {
    const response = resolve(`${operation}/responses/${status}`).pointer;
    const media = resolve(`${response}/content/${escapePointer('application/json')}`);
    const examples = Object.keys(asObject(media.value.examples ?? {}));
    return { method: method.toUpperCase(), path, status, examples, schemaPointer: `${media.pointer}/schema` };
  });
}

/** Every answer of every operation of the contract. */
export const ANSWERS: readonly Answer[] = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
  Object.keys(asObject(item))
    .filter((key) => METHODS.has(key))
    .flatMap((method) => answersOf(method, path)),
);

/** Lists what is wrong with a body, held against a schema of the contract. */
export function bodyProblems(schemaPointer: string, body: unknown): string[] {
  const validate = ajv.compile({ $ref: `contract${schemaPointer}` });
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
