// The module of webhooks and the module of callbacks differ in names only.
import type { Operation } from '@keyframe/openapi-model';
import { type Code, object, print, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';
import { definitionMembers } from './emit-routes.ts';
import { importLine, importUsed } from './import-line.ts';
import type { Message } from './messages.ts';
import { routeCode } from './route-code.ts';
import { runtimeImports } from './runtime-imports.ts';

/** Names what a module of messages exports. */
export interface MessageNames {
  /** The constant that maps ids to definitions, `webhooks`. */
  map: string;
  /** What one is called in types, `Webhook`. */
  type: string;
  /** What one is called in sentences and names, `webhook`. */
  word: string;
}

/** Writes the module of webhooks or of callbacks: their definitions as data, and the functions that use them. */
export function emitMessages(
  generation: Generation,
  messages: readonly Message[],
  names: MessageNames,
): string {
  const { map, type, word } = names;
  refuseSameIds(generation, messages);
  const compiler = generation.laterCompiler();
  const start = `export const ${map} = `;
  const definitions = object(
    messages.map((message) => [
      message.id,
      messageDefinition(generation, compiler, message),
      titleOf(message.operation),
    ]),
  );
  const definitionType = word === 'callback' ? 'CallbackDefinition' : 'OperationDefinition';
  const runtime = [
    'createReceiver',
    'createRequestBuilder',
    'createSender',
    'type MessageOf',
    'type ReceiverHandlers',
  ];
  const used = [...generation.runtimeUsed(compiler), ...runtime, `type ${definitionType}`];
  const code = print(definitions, '', start.length);
  return `${importUsed(['createRoute', 'z'], '@hono/zod-openapi', code)}import type { Env } from 'hono';
${runtimeImports(used, generation.runtime)}${generation.decisionsImport(compiler)}${importLine(generation.componentsUsed(compiler), './schemas.ts')}
/** Maps the id of each ${word} to its route and to the way its texts are read. */
${start}${code} satisfies Record<string, ${definitionType}>;

export type ${type}Id = keyof typeof ${map};

/** Maps the id of each ${word} to the handler that receives it. */
export type ${type}Handlers<TEnv extends Env = Env> = ReceiverHandlers<typeof ${map}, TEnv>;

/** Is what the sender of a ${word} gives. */
export type ${type}Message<TId extends ${type}Id> = MessageOf<(typeof ${map})[TId]>;

/** Mounts handlers of ${map} on an app: the side that receives them. */
export const register${type}s = createReceiver(${map});

/** Builds the request of a ${word}, validated, without sending it. */
export const ${word}Request = createRequestBuilder(${map});

/** Sends a ${word}, validated, and compares the answer with the documented ones. */
export const send${type} = createSender(${map});
`;
}

function messageDefinition(
  generation: Generation,
  compiler: SchemaCompiler,
  { id, operation, expression }: Message,
): Code {
  // A webhook arrives wherever its receiver wants it to.
  const route = routeCode(generation, compiler, {
    operation: { ...operation, id, path: '/' },
    sender: 'server',
  });
  return object([
    ['expression', expression === undefined ? undefined : quote(expression)],
    ...definitionMembers(generation, compiler, { operation, route }),
  ]);
}

function titleOf({ method, summary }: Operation): string {
  return summary === undefined ? `Is sent by ${method.toUpperCase()}.` : summary;
}

function refuseSameIds(generation: Generation, messages: readonly Message[]): void {
  for (const { id, pointer } of messages.filter(
    (message, index) => messages.findIndex((other) => other.id === message.id) < index,
  )) {
    const message = `Its id "${id}", made of the names on the way to it, is that of another one, too.`;
    generation.refusals.add(pointer, message, 'Rename one of the two.');
  }
}
