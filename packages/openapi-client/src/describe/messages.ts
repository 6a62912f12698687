// Webhooks and callbacks: the messages that the service posts to receivers.

import {
  collectParts,
  isJsonObject,
  type LocatedSchema,
  listSubschemas,
  memberOf,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { WebhookShape } from '@keyframe/openapi-runtime/standard-webhooks';
import { collectProperties } from './schemas.ts';

/** One webhook or callback with a JSON body. */
export interface Message {
  kind: 'callback' | 'webhook';
  /** The name of the webhook, or the operation and the name of the callback, `createTask.done`. */
  id: string;
  /** The name of its types among the webhooks that openapi-typescript writes. */
  key: string;
  operation: Operation;
  shapes: WebhookShape[];
}

// The members of a larger union are not distinguished.
const MAX_SHAPES = 32;

/** Lists the webhooks and callbacks of a document that have JSON bodies. */
export function listMessages(model: OpenApiModel): Message[] {
  const webhooks = model.webhooks.flatMap(({ name, operations }) =>
    operations.map((operation) => ({
      kind: 'webhook' as const,
      id: operations.length === 1 ? name : `${name}.${operation.method}`,
      key: name,
      operation,
    })),
  );
  const callbacks = model.operations.flatMap((owner) =>
    owner.callbacks.flatMap(({ name, expression, operations }) =>
      operations.map((operation) => ({
        kind: 'callback' as const,
        id: `${owner.id}.${name}`,
        key: `${owner.id}.${name} ${expression}`,
        operation,
      })),
    ),
  );
  return [...webhooks, ...callbacks].flatMap((message) => {
    const body = message.operation.requestBody?.content.find(({ name }) => isJson(name));
    return body ? [{ ...message, shapes: body.schema ? listShapes(model, body.schema) : [{}] }] : [];
  });
}

function listShapes(model: OpenApiModel, located: LocatedSchema): WebhookShape[] {
  const shapes = alternatives(model, located, new Set());
  const listed = shapes.map(({ required, constants }): WebhookShape => {
    const constant = required.filter((name) => constants[name] !== undefined);
    // Constants distinguish events; without constants, the required members do.
    const names = constant.length > 0 ? constant : required;
    return Object.fromEntries(names.map((name) => [name, constants[name] ?? []]));
  });
  return listed.length > MAX_SHAPES ? [{}] : listed;
}

interface Shape {
  required: string[];
  constants: Record<string, readonly unknown[]>;
}

function alternatives(model: OpenApiModel, located: LocatedSchema, above: ReadonlySet<string>): Shape[] {
  if (above.has(located.pointer)) return [{ required: [], constants: {} }];
  const within = new Set([...above, located.pointer]);
  const parts = collectParts(model, located);
  const base = parts.map((part) => ownShape(model, part)).reduce(merge, { required: [], constants: {} });
  const unions = parts
    .flatMap((part) => [listSubschemas(part, 'oneOf'), listSubschemas(part, 'anyOf')])
    .filter((list) => list.length > 0);
  return unions.reduce<Shape[]>(
    (shapes, branches) =>
      branches.length * shapes.length > MAX_SHAPES
        ? shapes
        : branches
            .flatMap((branch) => alternatives(model, branch, within))
            .flatMap((branch) => shapes.map((shape) => merge(shape, branch))),
    [base],
  );
}

function ownShape(model: OpenApiModel, { schema, pointer }: LocatedSchema): Shape {
  if (!isJsonObject(schema)) return { required: [], constants: {} };
  const required = memberOf(schema, 'required');
  const own = { schema: { properties: memberOf(schema, 'properties') ?? {} }, pointer };
  const constants = [...collectProperties(model, own)].flatMap(([name, property]) => {
    const values = findConstant(model, property);
    return values === undefined ? [] : [[name, [values]] as const];
  });
  return {
    required: Array.isArray(required) ? required.map(String) : [],
    constants: Object.fromEntries(constants),
  };
}

function findConstant(model: OpenApiModel, property: LocatedSchema): unknown {
  for (const { schema } of collectParts(model, property)) {
    if (!isJsonObject(schema)) continue;
    const constant = memberOf(schema, 'const');
    const values = memberOf(schema, 'enum');
    if (constant !== undefined) return constant;
    if (Array.isArray(values) && values.length === 1) return values[0];
  }
  return undefined;
}

function merge(one: Shape, other: Shape): Shape {
  return {
    required: [...new Set([...one.required, ...other.required])],
    constants: { ...one.constants, ...other.constants },
  };
}
