// Writes the items of a stream as text.
import { type EventData, hasJsonData } from './event-data.ts';
import type { StreamEvent } from './parse-events.ts';

/** Writes a server-sent event. A line break would end a field, so it is rejected in `event` and `id`. */
export function writeEvent({ event, data, id, retry }: StreamEvent, eventData?: EventData): string {
  const isJson = hasJsonData(eventData, event) && !eventData?.texts.includes(String(data));
  const text = isJson ? JSON.stringify(data) : String(data ?? '');
  const fields = [
    ...(event === undefined ? [] : [`event: ${requireLine('event', event)}`]),
    ...(id === undefined ? [] : [`id: ${requireLine('id', id)}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(data === undefined ? [] : text.split(/\r\n|\n|\r/).map((line) => `data: ${line}`)),
  ];
  return `${fields.join('\n')}\n\n`;
}

function requireLine(name: string, value: string): string {
  if (!/[\r\n\0]/.test(value)) return value;
  throw new TypeError(`"${name}" of an event must be one line (got ${JSON.stringify(value)}).`);
}

/** Writes a line of JSON. */
export function writeLine(item: unknown): string {
  return `${JSON.stringify(item)}\n`;
}

/** Writes an element of a JSON text sequence (RFC 7464). */
export function writeElement(item: unknown): string {
  return `\u001e${JSON.stringify(item)}\n`;
}

/** Writes a part of a multipart body. */
export function writePart(item: unknown, boundary: string): string {
  const [type, text] =
    typeof item === 'string'
      ? ['text/plain; charset=utf-8', item]
      : ['application/json', JSON.stringify(item)];
  return `\r\n--${boundary}\r\ncontent-type: ${type}\r\n\r\n${text}`;
}
