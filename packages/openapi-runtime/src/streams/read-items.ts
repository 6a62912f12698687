// Reads the items of a stream out of its bytes, each when its reader requests it.
import type { EventData } from './event-data.ts';
import { EventParser, type EventSourceState, type StreamEvent } from './parse-events.ts';
import { readText, splitText } from './read-text.ts';

const RECORD_SEPARATOR = '\u001e';

type Chunks = AsyncIterable<Uint8Array>;

type Parse = (text: string) => unknown;

/** Reads server-sent events; one that the end of the stream cuts off is dropped. */
export async function* readEvents(
  chunks: Chunks,
  state: EventSourceState,
  eventData?: EventData,
): AsyncGenerator<StreamEvent> {
  const parser = new EventParser(state, eventData);
  // A carriage return at the end of a chunk may be half of a line end.
  for await (const { text, isEnded } of splitText(holdReturns(readText(chunks)), /\r\n|\n|\r/)) {
    const event = isEnded ? parser.push(text) : undefined;
    if (event) yield event;
  }
}

async function* holdReturns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let carry = '';
  for await (const text of texts) {
    const all = carry + text;
    carry = all.endsWith('\r') ? '\r' : '';
    yield carry === '' ? all : all.slice(0, -1);
  }
  yield carry;
}

/** Reads JSON lines; empty ones are skipped. */
export async function* readLines(chunks: Chunks, parse: Parse = JSON.parse): AsyncGenerator<unknown> {
  for await (const { text } of splitText(readText(chunks), /\r?\n/)) {
    if (text.trim() !== '') yield parse(text);
  }
}

/** Reads a JSON text sequence (RFC 7464). */
export async function* readSequence(chunks: Chunks, parse: Parse = JSON.parse): AsyncGenerator<unknown> {
  for await (const { text } of splitText(readText(chunks), RECORD_SEPARATOR)) {
    if (text.trim() !== '') yield parse(text);
  }
}
