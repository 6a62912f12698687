// Finds the generated validator of every schema of a document that one is generated for.
import type { LocatedSchema, MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { OperationDefinition } from '@keyframe/openapi-runtime/server';
import { z } from 'zod';
import { listCallbacks, listWebhooks } from '../../src/targets/messages/messages.ts';
import type { Direction } from './directed-document.ts';

/** Exports of a generated folder that the proof uses. */
export interface GeneratedModule {
  schemas: Readonly<Record<string, z.ZodType>>;
  operations: Readonly<Record<string, OperationDefinition>>;
  webhooks?: Readonly<Record<string, OperationDefinition>>;
  callbacks?: Readonly<Record<string, OperationDefinition>>;
}

/** A validator and the location of its schema in the document. */
export interface PlacedValidator {
  pointer: string;
  /** Sender of the values, which decides the effect of readOnly and writeOnly. */
  direction: Direction;
  schema: LocatedSchema['schema'];
  validator: z.ZodType;
}

/** Lists the validators of components and of JSON bodies, each location once for each direction. */
export function placedValidators(model: OpenApiModel, generated: GeneratedModule): PlacedValidator[] {
  const components = [...model.schemas].flatMap(([name, located]) =>
    locate(located, 'written', generated.schemas[name]),
  );
  const operations = model.operations.flatMap((operation) =>
    listBodies(operation, ['request', 'response'], generated.operations[operation.id]),
  );
  const messages = [
    ...listWebhooks(model).map((webhook) => ({ ...webhook, definition: generated.webhooks?.[webhook.id] })),
    ...listCallbacks(model).map((callback) => ({
      ...callback,
      definition: generated.callbacks?.[callback.id],
    })),
  ].flatMap(({ operation, definition }) => listBodies(operation, ['response', 'request'], definition));
  const placed = [...components, ...operations, ...messages];
  return [...new Map(placed.map((one) => [`${one.direction} ${one.pointer}`, one])).values()];
}

interface Content {
  content?: Readonly<Record<string, object | undefined>> | undefined;
}

// The server sends the request of a webhook, so that has the direction of a response.
type Directions = readonly [request: Direction, response: Direction];

function listBodies(
  operation: Operation,
  [request, response]: Directions,
  definition: OperationDefinition | undefined,
): PlacedValidator[] {
  if (!definition) throw new TypeError(`There is no definition of ${operation.id}.`);
  const { route } = definition;
  const responses = route.responses as Readonly<Record<string, Content | undefined>>;
  return [
    ...listContent(operation.requestBody?.content ?? [], request, route.request?.body),
    ...operation.responses.flatMap(({ status, content }) =>
      listContent(content, response, responses[status]),
    ),
  ];
}

function listContent(
  mediaTypes: readonly MediaType[],
  direction: Direction,
  generated: Content | undefined,
): PlacedValidator[] {
  return mediaTypes.flatMap(({ name, schema }) => {
    const definition = generated?.content?.[name];
    const validator = definition && 'schema' in definition ? definition.schema : undefined;
    return schema && isJson(name) ? locate(schema, direction, validator) : [];
  });
}

function locate(
  { pointer, schema }: LocatedSchema,
  direction: Direction,
  validator: unknown,
): PlacedValidator[] {
  if (!(validator instanceof z.ZodType)) throw new TypeError(`There is no validator of ${pointer}.`);
  return [{ pointer, direction, schema, validator }];
}
