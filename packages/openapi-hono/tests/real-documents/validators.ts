// Finds the generated validator of every schema of a document that one is generated for.
import type { MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { z } from 'zod';
import { callbacksOf, webhooksOf } from '../../src/emit/messages.ts';
import { isJson } from '../../src/runtime/http/media-type.ts';
import type { OperationDefinition } from '../../src/runtime/index.ts';

/** Is what a generated folder exports, as far as the proof uses it. */
export interface GeneratedModule {
  schemas: Readonly<Record<string, z.ZodType>>;
  operations: Readonly<Record<string, OperationDefinition>>;
  webhooks?: Readonly<Record<string, OperationDefinition>>;
  callbacks?: Readonly<Record<string, OperationDefinition>>;
}

/** Is a validator and the place of its schema in the document. */
export interface PlacedValidator {
  pointer: string;
  schema: unknown;
  validator: z.ZodType;
}

/** Lists the validators of components and of JSON bodies, each place once. */
export function placedValidators(model: OpenApiModel, generated: GeneratedModule): PlacedValidator[] {
  const components = [...model.schemas].flatMap(([name, { schema, pointer }]) =>
    place(pointer, schema, generated.schemas[name]),
  );
  const operations = [
    ...model.operations.map((operation) => [operation, generated.operations[operation.id]] as const),
    ...webhooksOf(model).map(({ id, operation }) => [operation, generated.webhooks?.[id]] as const),
    ...callbacksOf(model).map(({ id, operation }) => [operation, generated.callbacks?.[id]] as const),
  ];
  const bodies = operations.flatMap(([operation, definition]) =>
    definition ? bodiesOf(operation, definition) : [],
  );
  return [...new Map([...components, ...bodies].map((placed) => [placed.pointer, placed])).values()];
}

interface Content {
  content?: Readonly<Record<string, object | undefined>> | undefined;
}

function bodiesOf(operation: Operation, { route }: OperationDefinition): PlacedValidator[] {
  const responses = route.responses as Readonly<Record<string, Content | undefined>>;
  return [
    ...contentOf(operation.requestBody?.content ?? [], route.request?.body),
    ...operation.responses.flatMap(({ status, content }) => contentOf(content, responses[status])),
  ];
}

function contentOf(mediaTypes: readonly MediaType[], generated: Content | undefined): PlacedValidator[] {
  return mediaTypes.flatMap(({ name, schema }) => {
    const definition = generated?.content?.[name];
    const validator = definition && 'schema' in definition ? definition.schema : undefined;
    return schema && isJson(name) ? place(schema.pointer, schema.schema, validator) : [];
  });
}

function place(pointer: string, schema: unknown, validator: unknown): PlacedValidator[] {
  if (!(validator instanceof z.ZodType)) throw new TypeError(`There is no validator of ${pointer}.`);
  return [{ pointer, schema, validator }];
}
