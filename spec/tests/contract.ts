// The contract bundled into one document, with its schemas compiled by Ajv as JSON Schema 2020-12.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

export interface Example {
  summary?: string;
  value: unknown;
}

export interface MediaType {
  schema: Schema;
  examples: Record<string, Example>;
}

interface Header {
  required?: boolean;
  schema: Schema;
  example: unknown;
}

interface Parameter extends Header {
  name: string;
  in: string;
}

export interface Response {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}

export interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  callbacks?: Record<string, Record<string, PathItem>>;
}

export type PathItem = Record<string, Operation>;

interface Contract {
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    examples: Record<string, Example>;
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
}

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const SPEC = fileURLToPath(new URL('..', import.meta.url));

/** The contract with every reference resolved. */
export const contract = dereferenced();

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addKeyword('discriminator');

/** Reports whether a value is valid against a schema of the contract. */
export function isValid(schema: Schema, value: unknown): boolean {
  return ajv.validate(schema, value);
}

/** Reports whether a value is valid against a named schema of the contract; throws for an unknown name. */
export function conforms(name: string, value: unknown): boolean {
  const schema = contract.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}`);
  return isValid(schema, value);
}

/** Finds an operation; throws for an unknown id. */
export function operation(operationId: string): Operation {
  const items = [...Object.values(contract.paths), ...Object.values(contract.webhooks)];
  const found = items
    .flatMap(Object.values<Operation>)
    .find((candidate) => candidate.operationId === operationId);
  if (!found) throw new Error(`The contract has no operation ${operationId}`);
  return found;
}

function dereferenced(): Contract {
  const bundle: unknown = JSON.parse(
    execFileSync(process.execPath, [REDOCLY, 'bundle', 'video/openapi.yaml', '--ext=json'], {
      cwd: SPEC,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  // One object per node of the bundle, so that uses of the same component are identical objects.
  const resolved = new Map<object, unknown>();
  const resolve = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if ('$ref' in node) return resolve(at(bundle, String(node.$ref)));
    if (!resolved.has(node)) {
      const copy = Array.isArray(node)
        ? node.map(resolve)
        : Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
      resolved.set(node, copy);
    }
    return resolved.get(node);
  };
  return resolve(bundle) as Contract;
}

function at(document: unknown, reference: string): unknown {
  const [root, ...segments] = reference.split('/');
  if (root !== '#') throw new Error(`The bundle refers outside of itself: ${reference}`);
  return segments.reduce((node, segment) => {
    const child = (node as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (child === undefined) throw new Error(`The bundle has nothing at ${reference}`);
    return child;
  }, document);
}
