// Holds a delivery to what the document says of a callback or webhook.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { isJson, matchMediaType } from '@keyframe/openapi-runtime/http';
import {
  CALLBACK_BODY,
  CALLBACK_HEADER,
  CALLBACK_MEDIA_TYPE,
  CALLBACK_METHOD,
} from '../checks/callback-checks.ts';
import { shorten, shown, type Violation, violationText } from '../checks/check.ts';
import { readings } from '../requests/readings.ts';
import { explain } from '../schema/explain.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { headerOf } from '../wire/wire.ts';
import type { Delivery } from './callback-listener.ts';
import { judgeSignature } from './judge-signature.ts';

export interface DeliveryContext {
  /** The schemas as responses have them: the server is the one who sends. */
  space: SchemaSpace;
  /** Those that signatures have to verify with, each of them. */
  secrets: readonly string[];
}

/** Lists how a delivery departs from an operation. */
export async function judgeDelivery(
  operation: Operation,
  delivery: Delivery,
  context: DeliveryContext,
): Promise<Violation[]> {
  const method = operation.method.toUpperCase();
  const wrongMethod: Violation[] =
    delivery.method === method
      ? []
      : [
          {
            check: CALLBACK_METHOD,
            pointer: operation.pointer,
            message: `A callback was sent with the method ${delivery.method}.`,
            expected: method,
            received: delivery.method,
          },
        ];
  return [
    ...wrongMethod,
    ...judgeParameters(operation, delivery, context.space),
    ...judgeBody(operation, delivery, context.space),
    ...(await judgeSignature(operation, delivery, context.secrets)),
  ];
}

function judgeParameters({ parameters }: Operation, delivery: Delivery, space: SchemaSpace): Violation[] {
  return parameters.flatMap(({ name, location, required, schema, pointer }): Violation[] => {
    if (location !== 'header' && location !== 'query') return [];
    const text = location === 'header' ? headerOf(delivery, name) : queryOf(delivery, name);
    const message = `The ${location} ${name} of a callback is ${text === undefined ? 'missing' : 'wrong'}.`;
    if (text === undefined)
      return required
        ? [
            {
              check: CALLBACK_HEADER,
              pointer,
              message,
              expected: `the ${location} ${name}`,
              received: 'nothing',
            },
          ]
        : [];
    if (!schema || readings(text).some((value) => space.accepts(schema, value))) return [];
    return [
      { check: CALLBACK_HEADER, pointer, message, expected: shown(schema.schema), received: shown(text) },
    ];
  });
}

function queryOf({ target }: Delivery, name: string): string | undefined {
  return new URL(target, 'http://localhost').searchParams.get(name) ?? undefined;
}

function judgeBody({ requestBody }: Operation, delivery: Delivery, space: SchemaSpace): Violation[] {
  if (!requestBody) return [];
  const names = requestBody.content.map(({ name }) => name);
  const sent = headerOf(delivery, 'content-type');
  const name = sent === undefined ? undefined : matchMediaType(sent, names);
  const text = delivery.body.toString();
  if (name === undefined) {
    if (delivery.body.length === 0 && !requestBody.required) return [];
    const received = sent ?? 'no Content-Type';
    return [
      {
        check: CALLBACK_MEDIA_TYPE,
        pointer: requestBody.pointer,
        message: `A callback was sent with ${received}.`,
        expected: names.join(' or '),
        received,
      },
    ];
  }
  const schema = requestBody.content.find((one) => one.name === name)?.schema;
  if (!schema || !isJson(name)) return [];
  const value = parse(text);
  if (value === undefined) {
    return [
      {
        check: CALLBACK_BODY,
        pointer: requestBody.pointer,
        message: 'The body of a callback is not JSON.',
        expected: 'JSON',
        received: shorten(text),
      },
    ];
  }
  if (space.accepts(schema, value)) return [];
  const { pointer, path, keyword, expected, found } = explain(space, schema, value);
  return [
    {
      check: CALLBACK_BODY,
      pointer: space.originOf(pointer),
      message: `In a callback, ${violationText(path, keyword, 'the body')}.`,
      expected,
      received: shown(found),
    },
  ];
}

/** Parses JSON; undefined where it is none. */
export function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
