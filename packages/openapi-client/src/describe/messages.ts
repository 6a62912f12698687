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
  const messages: Message[] = [];
  const add = (message: Omit<Message, 'shapes'>) => {
    const body = findJsonBody(message.operation);
    if (body) messages.push({ ...message, shapes: body.schema ? listShapes(graph.node(body.schema)) : [{}] });
  };
  for (const { name, operations } of model.webhooks) {
    for (const operation of operations) {
      const id = operations.length === 1 ? name : `${name}.${operation.method}`;
      add({ kind: 'webhook', id, key: name, operation });
    }
  }
  for (const owner of model.operations) {
    for (const { name, expression, operations } of owner.callbacks) {
      const id = `${owner.id}.${name}`;
      for (const operation of operations)
        add({ kind: 'callback', id, key: `${id} ${expression}`, operation });
    }
  }
  return messages;
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
  let shapes = [base];
  for (const { keywords } of applied) {
    for (const branches of [keywords.oneOf, keywords.anyOf]) {
      if (branches.length === 0 || branches.length * shapes.length > MAX_SHAPES) continue;
      const inner = branches.flatMap((branch) => alternatives(branch, within));
      shapes = inner.flatMap((branch) => shapes.map((shape) => merge(shape, branch)));
    }
  }
  return shapes;
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
