// A function for each webhook and callback that verifies it and returns its typed body.

import type { JsonValue } from '@keyframe/openapi-model';
import { type Code, docstring, jsonCode, print, quote } from '@keyframe/openapi-tooling/generator';
import type { Conversions } from '../describe/date-formats.ts';
import type { Plan, PlannedMessage } from '../plan.ts';
import { importLine, RUNTIME, WEBHOOKS_RUNTIME } from './runtime-names.ts';

type NameDates = (messages: readonly PlannedMessage[]) => string | undefined;

/**
 * Writes the functions for receivers; nothing if the document has no webhooks or callbacks. `nameDates` names the constant
 * for the dates and large integers of some messages.
 */
export function emitWebhooks(
  { messages }: Plan,
  { nameDates = () => undefined, int64 }: { nameDates?: NameDates | undefined } & Pick<Conversions, 'int64'>,
): Record<string, string> {
  if (messages.length === 0) return {};
  const constants = new Set<string>();
  const convert = (some: readonly PlannedMessage[]): Conversion => {
    const dates = nameDates(some);
    if (dates !== undefined) constants.add(dates);
    return { dates, parses: dates !== undefined && int64 !== undefined };
  };
  const kinds = [
    { kind: 'webhook', type: 'WebhookPayload', name: 'unwrapWebhook' },
    { kind: 'callback', type: 'CallbackPayload', name: 'unwrapCallback' },
  ] as const;
  const unions = kinds.flatMap(({ kind, type, name }) => {
    const members = messages.filter(({ message }) => message.kind === kind);
    return members.length === 0 ? [] : [unionCode(kind, members, { type, name, ...convert(members) })];
  });
  const texts = [...messages.map((message) => messageCode(message, convert([message]))), ...unions];
  const imports = [
    'type PayloadOf',
    'type ReceivedWebhook',
    'type UnwrapOptions',
    'type WebhookShape',
    'unwrapWebhook as unwrap',
    'webhookErrors as errors',
  ];
  return {
    'webhooks.ts': [
      importLine('import', imports, WEBHOOKS_RUNTIME),
      constants.size > 0
        ? importLine('import', int64 ? ['datedEvent', 'parseDigits'] : ['datedEvent'], RUNTIME)
        : '',
      importLine('import', constants, './dates.ts'),
      `import type { webhooks } from './types.ts';\n\n`,
      importLine('export', ['type ReceivedWebhook', 'type UnwrapOptions', 'WebhookError'], WEBHOOKS_RUNTIME),
      '\n',
      texts.join('\n'),
    ].join(''),
  };
}

/** How the body of some messages is converted. */
interface Conversion {
  /** The constant for its dates and large integers. */
  dates: string | undefined;
  /** Whether the digits of large integers are kept. */
  parses: boolean;
}

function messageCode({ message, name, payload }: PlannedMessage, conversion: Conversion): string {
  const { key, kind, operation, shapes, id } = message;
  const said = [operation.summary?.trim(), operation.description?.trim()].filter(
    (text) => text !== undefined && text !== '',
  );
  return [
    docstring([...said, `The body of the ${kind} \`${id}\`.`].join('\n\n')),
    `export type ${payload} = PayloadOf<webhooks[${quote(key)}][${quote(operation.method)}]>;\n\n`,
    docstring(
      `Verifies the ${kind} \`${id}\` by Standard Webhooks and returns its body. Throws WebhookError for any other.`,
    ),
    functionCode({ name, payload, shapes: jsonCode(shapes as JsonValue), ...conversion }),
  ].join('');
}

function unionCode(
  kind: 'callback' | 'webhook',
  messages: readonly PlannedMessage[],
  { type, name, ...conversion }: { type: string; name: string } & Conversion,
): string {
  const constant = `${kind.toUpperCase()}_SHAPES`;
  const shapes = messages.flatMap(({ message }) => message.shapes);
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return [
    docstring(`The body of any ${kind}.`),
    `export type ${type} =\n${messages.map(({ payload }) => `  | ${payload}`).join('\n')};\n\n`,
    docstring(`Members and constants that identify the body of a ${kind}.`),
    print([`export const ${constant}: readonly WebhookShape[] = `, jsonCode(distinct as JsonValue), ';\n\n']),
    docstring(
      `Verifies any ${kind} by Standard Webhooks and returns its body. Throws WebhookError for anything else.`,
    ),
    functionCode({ name, payload: type, shapes: constant, ...conversion }),
  ].join('');
}

interface UnwrapFunction extends Conversion {
  name: string;
  payload: string;
  shapes: Code;
}

function functionCode({ name, payload, shapes, dates, parses }: UnwrapFunction): string {
  const converted = dates === undefined ? '' : `.then(datedEvent<${payload}>(${dates}, errors))`;
  return [
    `export function ${name}(received: ReceivedWebhook, options: UnwrapOptions): Promise<${payload}> {\n`,
    print(
      [
        '  return unwrap(received, options, { shapes: ',
        shapes,
        `, errors${parses ? ', parse: parseDigits' : ''} })${converted};`,
      ],
      '  ',
    ),
    '\n}\n',
  ].join('');
}
