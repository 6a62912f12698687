// Compares a document with what is mounted on an app: routes, how parameters are read, media types, security.
import { runInThisContext } from 'node:vm';
import { object, print, quote } from '@keyframe/openapi-codegen';
import { appendPointer, isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { findMountedOperation, type MountedOperation, parametersOf } from '@keyframe/openapi-runtime/server';
import { readTemplate } from '@keyframe/openapi-runtime/wire';
import type { Generation } from '../generation.ts';
import { parameterDefinition } from '../targets/routes/parameter-definitions.ts';
import { listAlternatives } from '../targets/routes/security-code.ts';
import { type JsonDifference, listDifferences } from './json-difference.ts';
import { listValidators, type MountedValidator, validatorDifferences } from './validator-differences.ts';

/** A route of a Hono app. */
export interface MountedRoute {
  path: string;
  method: string;
  handler: object;
}

interface Mounted extends MountedOperation {
  path: string;
  method: string;
}

/** Lists where what is mounted on an app differs from its document. */
export function mountedDifferences(
  generation: Generation,
  routes: readonly MountedRoute[],
): JsonDifference[] {
  const mounted = routes.flatMap(({ handler, path, method }): Mounted[] => {
    const operation = findMountedOperation(handler);
    return operation ? [{ ...operation, path, method }] : [];
  });
  const { operations } = generation.model;
  const ids = new Set(operations.map(({ id }) => id));
  const added = mounted.filter(({ id }) => !ids.has(id));
  const base = findBasePath(operations, mounted);
  const validators: MountedValidator[] = [];
  const differences = operations.flatMap((operation) => {
    const targets = mounted.filter(({ id }) => id === operation.id);
    const [target, ...duplicates] = targets;
    if (!target) return [describeMissing(operation)];
    validators.push(...listValidators(generation, operation, target.definition));
    return [
      ...routeDifferences(operation, [target, ...duplicates], base),
      ...parameterDifferences(generation, operation, target),
      ...contentDifferences(operation, target),
      ...listDifferences(
        listAlternatives(generation, operation) as JsonValue,
        asJson(target.definition.security ?? []),
        appendPointer(operation.pointer, 'security'),
      ),
    ];
  });
  return [
    ...added.map(({ method, path }) => ({
      pointer: '#/paths',
      source: undefined,
      emitted: `a handler for ${method} ${path}`,
    })),
    ...differences,
    ...validatorDifferences(generation, validators),
  ];
}

function describeMissing({ method, path, pointer }: Operation): JsonDifference {
  return { pointer, source: `a handler for ${method.toUpperCase()} ${path}`, emitted: undefined };
}

// An app may be mounted below a path, which is then that of all its operations.
function findBasePath(operations: readonly Operation[], mounted: readonly Mounted[]): string {
  for (const { id, path } of operations) {
    const match = mounted.find((operation) => operation.id === id);
    const { route } = readTemplate(path);
    const hasServers = match?.definition.serverPaths !== undefined;
    if (!hasServers && match?.path.endsWith(route))
      return match.path.slice(0, match.path.length - route.length);
  }
  return '';
}

function routeDifferences(
  operation: Operation,
  mounted: readonly [Mounted, ...Mounted[]],
  base: string,
): JsonDifference[] {
  const { method, path, pointer } = operation;
  const [{ definition, ...actual }] = mounted;
  const { route } = definition;
  const expected = `${method.toUpperCase()} ${path}`;
  // Hono gives HEAD requests to the routes of GET.
  const served = method === 'head' ? 'GET' : method.toUpperCase();
  const got = [
    `${route.method.toUpperCase()} ${route.path}`,
    ...(mounted.some((target) => target.method === served && target.path === base + readTemplate(path).route)
      ? []
      : [`${actual.method} ${actual.path}`]),
  ];
  const emitted = got.find((endpoint) => endpoint !== expected);
  return emitted === undefined ? [] : [{ pointer, source: expected, emitted }];
}

type Texts = NonNullable<Parameters<typeof parametersOf>[0]['query']>;

// Schemas that decide between readings are compared as validators are: by what they accept.
const ANY_SCHEMA = 'schema';

function parameterDifferences(
  generation: Generation,
  { parameters, pointer }: Operation,
  { definition }: Mounted,
): JsonDifference[] {
  const parametersPointer = appendPointer(pointer, 'parameters');
  const expected = parameters.flatMap((parameter) => {
    const code = parameterDefinition(generation, { compile: () => quote(ANY_SCHEMA) }, parameter);
    if (!code) return [];
    const texts: Texts = runInThisContext(`(${print(object([[parameter.name, code]]), '', 0)})`);
    const [value] = parametersOf({ [parameter.location]: texts });
    return [{ parameter, value: asJson(value) }];
  });
  const mounted = (definition.parameters ?? []).map(asJson);
  const getKey = (value: JsonValue) => (isJsonObject(value) ? `${value.in} ${value.name}` : '');
  const expectedKeys = new Set(expected.map(({ value }) => getKey(value)));
  return [
    ...expected.flatMap(({ parameter, value }) => {
      const counterpart = mounted.find((candidate) => getKey(candidate) === getKey(value));
      return listDifferences(value, counterpart, parameter.pointer);
    }),
    ...mounted
      .filter((value) => !expectedKeys.has(getKey(value)))
      .map((emitted) => ({ pointer: parametersPointer, source: undefined, emitted })),
  ];
}

function contentDifferences(operation: Operation, { definition }: Mounted): JsonDifference[] {
  const { requestBody, responses, pointer } = operation;
  const { request, responses: mounted } = definition.route;
  const body = request?.body;
  const listMounted = (content: object | undefined) => Object.keys(content ?? {}).sort();
  const expected = {
    ...(requestBody
      ? { requestBody: { required: requestBody.required, content: listDocumented(requestBody.content) } }
      : {}),
    responses: Object.fromEntries(responses.map(({ status, content }) => [status, listDocumented(content)])),
  };
  const got = {
    ...(body
      ? { requestBody: { required: body.required ?? false, content: listMounted(body.content) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(mounted).map(([status, response]) => [
        status,
        listMounted('content' in response ? response.content : undefined),
      ]),
    ),
  };
  return listDifferences(expected, got as unknown as JsonValue, pointer);
}

function listDocumented(content: Operation['responses'][number]['content']): string[] {
  return content.map(({ name }) => name).sort();
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) => (isValidator(member) ? ANY_SCHEMA : member)),
  );
}

function isValidator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '~standard' in value;
}
