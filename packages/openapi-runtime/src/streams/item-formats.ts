// Streams of items as whole bodies: what tests and mocks read and write.
import type { EventData } from './event-data.ts';
import { EventParser } from './parse-events.ts';
import { PartReader, readBoundary } from './read-parts.ts';
import { writeElement, writeEvent, writeLine, writePart } from './write-items.ts';

/** A stream as a document describes it. */
export interface ItemFormat {
  format: 'events' | 'lines' | 'parts' | 'sequence';
  eventData?: EventData;
}

const BOUNDARY = 'part-of-the-stream';

/** Reads the items of a body. Throws a SyntaxError for one that is not of the format. */
export function* readBodyItems(
  bytes: Uint8Array,
  contentType: string,
  { format, eventData }: ItemFormat,
): Generator<unknown> {
  if (format === 'parts') {
    const reader = new PartReader(readBoundary(contentType));
    yield* reader.push(bytes);
    reader.end();
    return;
  }
  const text = new TextDecoder().decode(bytes);
  if (format === 'events') yield* readTextEvents(text, eventData);
  else yield* readTexts(text.split(format === 'lines' ? /\r?\n/ : '\u001e'));
}

function* readTextEvents(text: string, eventData: EventData | undefined): Generator<unknown> {
  const parser = new EventParser({ lastEventId: '', retryMs: undefined }, eventData);
  // The piece after the last line end is a line that is cut off.
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    const event = parser.push(line);
    if (event) yield event;
  }
}

function* readTexts(texts: readonly string[]): Generator<unknown> {
  for (const text of texts) if (text.trim() !== '') yield JSON.parse(text);
}

/** Writes items as a body; the media type of parts gets their boundary. */
export function writeBodyItems(
  items: readonly unknown[],
  mediaType: string,
  { format, eventData }: ItemFormat,
): { text: string; mediaType: string } {
  if (format === 'parts') {
    const parts = items.map((item) => writePart(item, BOUNDARY)).join('');
    return { text: `${parts}\r\n--${BOUNDARY}--\r\n`, mediaType: `${mediaType}; boundary=${BOUNDARY}` };
  }
  const write = format === 'lines' ? writeLine : writeElement;
  const texts = items.map((item) =>
    format === 'events' ? writeEvent(Object(item), eventData) : write(item),
  );
  return { text: texts.join(''), mediaType };
}
