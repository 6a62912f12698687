// Webhooks and callbacks: the messages that the service posts to receivers.

import type { MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { WebhookShape } from '@keyframe/openapi-runtime/client';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaGraph, SchemaNode } from '@keyframe/openapi-schema';
import { listApplied, listConstants } from '@keyframe/openapi-schema/facts';

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
export function listMessages(model: OpenApiModel, graph: SchemaGraph): Message[] {
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
  const messages = [...webhooks, ...callbacks].filter(({ operation }) => findJsonBody(operation));
  return messages.map((message) => {
    const schema = findJsonBody(message.operation)?.schema;
    return { ...message, shapes: schema ? listShapes(graph.node(schema)) : [{}] };
  });
}

/** Finds the JSON body of a message. */
export function findJsonBody({ requestBody }: Operation): MediaType | undefined {
  return requestBody?.content.find(({ name }) => isJson(name));
}

function listShapes(schema: SchemaNode): WebhookShape[] {
  const shapes = alternatives(schema, new Set());
  const listed = shapes.map(({ required, constants }): WebhookShape => {
    const constant = required.filter((name) => constants.has(name));
    // Constants distinguish events; without constants, the required members do.
    const names = constant.length > 0 ? constant : required;
    return Object.fromEntries(names.map((name) => [name, constants.get(name) ?? []]));
  });
  return listed.length > MAX_SHAPES ? [{}] : listed;
}

interface Shape {
  required: string[];
  /** By the names of members, of which `__proto__` is one. */
  constants: ReadonlyMap<string, readonly unknown[]>;
}

function alternatives(schema: SchemaNode, above: ReadonlySet<SchemaNode>): Shape[] {
  if (above.has(schema)) return [{ required: [], constants: new Map() }];
  const within = new Set([...above, schema]);
  const applied = listApplied(schema);
  const base = applied.map(readShape).reduce(merge, { required: [], constants: new Map() });
  const unions = applied.flatMap(({ keywords: { oneOf, anyOf } }) => [oneOf, anyOf]);
  return unions
    .filter(({ length }) => length > 0)
    .reduce<Shape[]>(
      (shapes, branches) =>
        branches.length * shapes.length > MAX_SHAPES
          ? shapes
          : branches
              .flatMap((branch) => alternatives(branch, within))
              .flatMap((branch) => shapes.map((shape) => merge(shape, branch))),
      [base],
    );
}

function readShape({ keywords: { required, properties } }: SchemaNode): Shape {
  const constants = new Map<string, readonly unknown[]>();
  for (const [name, property] of properties) {
    const values = listConstants(property);
    if (values?.length === 1) constants.set(name, values);
  }
  return { required: [...required], constants };
}

function merge(left: Shape, right: Shape): Shape {
  return {
    required: [...new Set([...left.required, ...right.required])],
    constants: new Map([...left.constants, ...right.constants]),
  };
}
