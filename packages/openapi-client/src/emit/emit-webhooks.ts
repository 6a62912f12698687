// A function for each webhook and callback that verifies it and returns its typed body.

import {
  type Code,
  declare,
  docstring,
  exportLine,
  indented,
  jsonCode,
  quote,
  reference,
  separate,
} from '@keyframe/openapi-codegen';
import type { JsonValue } from '@keyframe/openapi-model';
import type { Conversions } from '../describe/date-formats.ts';
import { RUNTIME, runtime, WEBHOOK_NAMES } from '../describe/runtime-names.ts';
import type { Plan, PlannedMessage } from '../plan.ts';

type NameDates = (messages: readonly PlannedMessage[]) => string | undefined;

/**
 * Writes the functions for receivers; nothing if the document has no webhooks or callbacks. `nameDates` names the constant
 * for the dates and large integers of some messages.
 */
export function emitWebhooks(
  { messages }: Plan,
  { nameDates = () => undefined, int64 }: { nameDates?: NameDates | undefined } & Pick<Conversions, 'int64'>,
): Record<string, Code> {
  if (messages.length === 0) return {};
  const convert = (some: readonly PlannedMessage[]): Conversion => {
    const dates = nameDates(some);
    return { dates, parses: dates !== undefined && int64 !== undefined };
  };
  const kinds = [
    { kind: 'webhook', type: 'WebhookPayload', name: 'unwrapWebhook' },
    { kind: 'callback', type: 'CallbackPayload', name: 'unwrapCallback' },
  ] as const;
  const texts = messages.map((message) => messageCode(message, convert([message])));
  for (const { kind, type, name } of kinds) {
    const members = messages.filter(({ message }) => message.kind === kind);
    if (members.length > 0) texts.push(unionCode(kind, members, { type, name, ...convert(members) }));
  }
  return {
    'webhooks.ts': [exportLine(WEBHOOK_NAMES, RUNTIME), '\n', ...separate(texts, '\n')],
  };
}

const ERRORS = runtime('webhookErrors as errors');

/** How the body of some messages is converted. */
interface Conversion {
  /** The constant for its dates and large integers. */
  dates: string | undefined;
  /** Whether the digits of large integers are kept. */
  parses: boolean;
}

function messageCode({ message, name, payload }: PlannedMessage, conversion: Conversion): Code {
  const { key, kind, operation, shapes, id } = message;
  const paragraphs = [operation.summary?.trim(), operation.description?.trim()].filter(
    (text) => text !== undefined && text !== '',
  );
  return [
    docstring([...paragraphs, `The body of the ${kind} \`${id}\`.`].join('\n\n')),
    ['export type ', declare(payload), ' = ', runtime('type PayloadOf')],
    ['<', reference('./types.ts', 'type webhooks'), `[${quote(key)}][${quote(operation.method)}]>;\n\n`],
    docstring(
      `Verifies the ${kind} \`${id}\` by Standard Webhooks and returns its body. Throws WebhookError for any other.`,
    ),
    functionCode({ name, payload, shapes: jsonCode(shapes as JsonValue), ...conversion }),
  ];
}

function unionCode(
  kind: 'callback' | 'webhook',
  messages: readonly PlannedMessage[],
  { type, name, ...conversion }: { type: string; name: string } & Conversion,
): Code {
  const constant = `${kind.toUpperCase()}_SHAPES`;
  const shapes = messages.flatMap(({ message }) => message.shapes);
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return [
    docstring(`The body of any ${kind}.`),
    ['export type ', declare(type)],
    ` =\n${messages.map(({ payload }) => `  | ${payload}`).join('\n')};\n\n`,
    docstring(`Members and constants that identify the body of a ${kind}.`),
    ['export const ', declare(constant), ': readonly ', runtime('type WebhookShape'), '[] = '],
    jsonCode(distinct as JsonValue),
    ';\n\n',
    docstring(
      `Verifies any ${kind} by Standard Webhooks and returns its body. Throws WebhookError for anything else.`,
    ),
    functionCode({ name, payload: type, shapes: constant, ...conversion }),
  ];
}

interface UnwrapFunction extends Conversion {
  name: string;
  payload: string;
  shapes: Code;
}

function functionCode({ name, payload, shapes, dates, parses }: UnwrapFunction): Code {
  const converted: Code = [
    ['.then(', runtime('datedEvent'), `<${payload}>(`],
    [reference('./dates.ts', dates ?? ''), ', ', ERRORS, '))'],
  ];
  return [
    ['export function ', declare(name), '(received: ', runtime('type ReceivedWebhook')],
    [', options: ', runtime('type UnwrapOptions'), `): Promise<${payload}> {\n  `],
    indented([
      ['return ', runtime('unwrapWebhook as unwrap'), '(received, options, { shapes: '],
      shapes,
      [', ', ERRORS, parses ? [', parse: ', runtime('parseDigits')] : '', ' })'],
      dates === undefined ? ';' : [converted, ';'],
    ]),
    '\n}\n',
  ];
}
