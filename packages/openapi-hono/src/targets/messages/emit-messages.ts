// The module of webhooks and the module of callbacks differ in names only.
import type { Operation } from '@keyframe/openapi-model';
import { parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import {
  bracket,
  capitalize,
  object,
  PURE,
  print,
  propertyKey,
  pure,
  quote,
} from '@keyframe/openapi-tooling/generator';
import type { Generation } from '../../generation.ts';
import { importLine } from '../../printer/import-line.ts';
import { MESSAGE_TYPES, runtimeImports } from '../../printer/runtime-imports.ts';
import { definitionMembers } from '../routes/emit-routes.ts';
import type { TypedCode } from '../routes/parameter-code.ts';
import { type RouteShared, routeCode } from '../routes/route-code.ts';
import { SharedParts } from '../routes/shared-parts.ts';
import { checkExpression } from './check-expression.ts';
import { listCallbacks, listWebhooks, type Message } from './messages.ts';

/** Writes `webhooks.ts`: what the document sends by itself, for the side that sends and the side that receives. */
export function emitWebhooks(generation: Generation): string {
  return emitMessages(generation, listWebhooks(generation.model), 'webhook');
}

/** Writes `callbacks.ts`: what operations send later, for the side that sends and the side that receives. */
export function emitCallbacks(generation: Generation): string {
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
): string {
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
  const startType = `export interface ${all} `;
  const start = `export const ${map}: ${all} = `;
  const types = bracket(
    '{',
    definitions.map(({ id, operation, type: own }) => ({
      code: [`${propertyKey(id)}: `, own],
      comment: formatTitle(operation),
    })),
    '}',
  );
  const code = print(
    object(definitions.map((definition) => [definition.id, definition.code])),
    '',
    start.length,
  );
  const text = `${declarations.map((one) => `${one}\n`).join('')}/** Maps the id of each ${word} to its route and to the way its texts are read. */
${startType}${print(types, '', startType.length)}

${start}${pure(code)};

export type ${type}Id = keyof ${all};

/** Maps the id of each ${word} to the handler that receives it. */
export type ${type}Handlers<TEnv extends Env = Env> = ReceiverHandlers<${all}, TEnv>;

/** Content that the sender of a ${word} provides. */
export type ${type}Message<TId extends ${type}Id> = MessageOf<${all}[TId]>;

/** Mounts handlers of ${map} on an app: the side that receives them. */
export const register${type}s: Receiver<${all}> = ${PURE}createReceiver(${map});

/** Builds the request of a ${word}, validated, without sending it. */
export const ${word}Request: RequestBuilder<${all}> = ${PURE}createRequestBuilder(${map});

/** Sends a ${word}, validated, and compares the answer with the documented ones. */
export const send${type}: Sender<${all}> = ${PURE}createSender(${map});
`;
  const functions = ['createReceiver', 'createRequestBuilder', 'createSender'];
  const used = [...compiler.runtimeUsed, ...functions, ...MESSAGE_TYPES];
  return `${runtimeImports(used, generation.runtime, text)}import type { Env } from 'hono';
${generation.decisionsImport(compiler)}${importLine(compiler.namedUsed, './schemas.ts')}
${text}`;
}

function messageDefinition(
  generation: Generation,
  shared: RouteShared,
  { id, operation, expression }: Message,
): TypedCode {
  const { compiler } = shared;
  // A webhook arrives wherever its receiver wants it to.
  const written = routeCode(generation, shared, {
    operation: { ...operation, id, path: '/' },
    sender: 'server',
  });
  const name = expression === undefined ? 'OperationDefinition' : 'CallbackDefinition';
  return {
    code: object([
      ['expression', expression === undefined ? undefined : quote(expression)],
      ...definitionMembers(generation, shared, {
        operation,
        route: written.code,
      }),
    ]),
    type: compiler.runtimeType(name, written.type),
  };
}

function formatTitle({ method, summary }: Operation): string {
  return summary === undefined ? `Is sent by ${method.toUpperCase()}.` : summary;
}

function refuseSameIds(generation: Generation, messages: readonly Message[]): void {
  for (const { id, pointer } of messages.filter(
    (message, index) => messages.findIndex((other) => other.id === message.id) < index,
  )) {
    const message = `Duplicate message id "${id}": it is derived from the names on its path, and another message has it.`;
    generation.errors.add(pointer, message, 'Rename one of the two.');
  }
}
