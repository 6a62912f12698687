// The module of webhooks and the module of callbacks differ in names only.

import {
  bracket,
  type Code,
  capitalize,
  declare,
  generic,
  object,
  PURE,
  propertyKey,
  pure,
  quote,
  template,
} from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';
import { parseTemplate } from '@keyframe/openapi-runtime/wire';
import type { Generation } from '../../generation.ts';
import { ENV, runtime } from '../../printer/runtime.ts';
import { definitionMembers } from '../routes/emit-routes.ts';
import type { TypedCode } from '../routes/parameter-code.ts';
import { type RouteShared, routeCode } from '../routes/route-code.ts';
import { SharedParts } from '../routes/shared-parts.ts';
import { checkExpression } from './check-expression.ts';
import { listCallbacks, listWebhooks, type Message } from './messages.ts';

/** Writes `webhooks.ts`: what the document sends by itself, for the side that sends and the side that receives. */
export function emitWebhooks(generation: Generation): Code {
  return emitMessages(generation, listWebhooks(generation.model), 'webhook');
}

/** Writes `callbacks.ts`: what operations send later, for the side that sends and the side that receives. */
export function emitCallbacks(generation: Generation): Code {
  const callbacks = listCallbacks(generation.model);
  for (const { expression, pointer } of callbacks) {
    if (expression !== undefined) checkExpression(generation, pointer, () => parseTemplate(expression));
  }
  return emitMessages(generation, callbacks, 'callback');
}

/** Writes the definitions of messages as data, and the functions that use them. */
function emitMessages(
  generation: Generation,
  messages: readonly Message[],
  word: 'callback' | 'webhook',
): Code {
  const [map, type] = [`${word}s`, capitalize(word)];
  refuseSameIds(generation, messages);
  const compiler = generation.compiler();
  const parts = new SharedParts();
  const definitions = messages.map((message) => ({
    ...message,
    ...messageDefinition(generation, { compiler, parts }, message),
  }));
  const declarations = parts.declare(generation);
  const all = `${type}s`;
  const types = bracket(
    '{',
    definitions.map(({ id, operation, type: definitionType }) => ({
      code: [`${propertyKey(id)}: `, definitionType],
      comment: formatTitle(operation),
    })),
    '}',
  );
  const code = object(definitions.map((definition) => [definition.id, definition.code]));
  return [
    ...declarations.map((declaration) => [declaration, '\n']),
    template`/** Maps the id of each ${word} to its route and to the way its texts are read. */
export interface ${declare(all)} ${types}

export const ${declare(map)}: ${all} = ${pure(code)};

export type ${declare(`${type}Id`)} = keyof ${all};

/** Maps the id of each ${word} to the handler that receives it. */
export type ${declare(`${type}Handlers`)}<TEnv extends ${ENV} = ${ENV}> = ${runtime('type ReceiverHandlers')}<${all}, TEnv>;

/** Content that the sender of a ${word} provides. */
export type ${declare(`${type}Message`)}<TId extends ${type}Id> = ${runtime('type MessageOf')}<${all}[TId]>;

/** Mounts handlers of ${map} on an app: the side that receives them. */
export const ${declare(`register${type}s`)}: ${runtime('type Receiver')}<${all}> = ${PURE}${runtime('createReceiver')}(${map});

/** Builds the request of a ${word}, validated, without sending it. */
export const ${declare(`${word}Request`)}: ${runtime('type RequestBuilder')}<${all}> = ${PURE}${runtime('createRequestBuilder')}(${map});

/** Sends a ${word}, validated, and compares the answer with the documented ones. */
export const ${declare(`send${type}`)}: ${runtime('type Sender')}<${all}> = ${PURE}${runtime('createSender')}(${map});
`,
  ];
}

function messageDefinition(
  generation: Generation,
  shared: RouteShared,
  { id, operation, expression }: Message,
): TypedCode {
  // A webhook arrives wherever its receiver wants it to.
  const route = routeCode(generation, shared, {
    operation: { ...operation, id, path: '/' },
    sender: 'server',
  });
  const name =
    expression === undefined ? runtime('type OperationDefinition') : runtime('type CallbackDefinition');
  return {
    code: object([
      ['expression', expression === undefined ? undefined : quote(expression)],
      ...definitionMembers(generation, shared, {
        operation,
        route: route.code,
      }),
    ]),
    type: generic(name, route.type),
  };
}

function formatTitle({ method, summary }: Operation): string {
  return summary === undefined ? `Is sent by ${method.toUpperCase()}.` : summary;
}

function refuseSameIds(generation: Generation, messages: readonly Message[]): void {
  for (const { id, pointer } of messages.filter(
    (message, index) => messages.findIndex((candidate) => candidate.id === message.id) < index,
  )) {
    const message = `Duplicate message id "${id}": it is derived from the names on its path, and another message has it.`;
    generation.errors.add(pointer, message, 'Rename one of the two.');
  }
}
