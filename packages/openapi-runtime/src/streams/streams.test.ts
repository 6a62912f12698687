import { expect, test } from 'vitest';
import type { EventSourceState } from './parse-events.ts';
import { readEvents, readLines, readSequence } from './read-items.ts';
import { readParts } from './read-parts.ts';
import { writeElement, writeEvent, writeLine, writePart } from './write-items.ts';

// Cuts the bytes of a text into chunks of a size, within characters and line ends as well.
async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function collect<TItem>(items: AsyncIterable<TItem>): Promise<TItem[]> {
  const collected: TItem[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const SIZES = [1, 2, 3, 7, 1000];

test.each<[string, string, object[]]>([
  ['lines of data', 'data: a\ndata:b\n\n', [{ data: 'a\nb' }]],
  ['all line ends', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', [{ data: 'a' }, { data: 'b' }, { data: 'c' }]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [{ data: 'a' }]],
  ['comments', ': hello\ndata: a\n:\n\n', [{ data: 'a' }]],
  ['fields', 'event: e\nid: 1\nretry: 50\ndata: ä\n\n', [{ event: 'e', id: '1', retry: 50, data: 'ä' }]],
  ['no space after the colon, or two', 'data:a\n\ndata:  b\n\n', [{ data: 'a' }, { data: ' b' }]],
  ['a field without a colon', 'data\n\ndata\ndata\n\n', [{ data: '' }, { data: '\n' }]],
  ['an event without data', 'event: e\nid: 1\n\ndata: a\n\n', [{ data: 'a' }]],
  ['an event that is cut off', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
  ['a retry that is no number, and an id with NUL', 'retry: 5s\nid: a\0b\ndata: a\n\n', [{ data: 'a' }]],
  ['unknown fields', 'Data: a\nfoo: b\ndata: c\n\n', [{ data: 'c' }]],
])('reads events with %s', async (_name, text, events) => {
  for (const size of SIZES) {
    const state: EventSourceState = { lastEventId: '', retryMs: undefined };
    expect(await collect(readEvents(cut(text, size), state))).toEqual(events);
  }
});

test('keeps the last id and the reconnection time, of events without data as well', async () => {
  const state: EventSourceState = { lastEventId: '', retryMs: undefined };
  await collect(readEvents(cut('id: 7\nretry: 20\n\ndata: a\n\n', 5), state));
  expect(state).toEqual({ lastEventId: '7', retryMs: 20 });
});

const EVENT_DATA = { json: ['task'], texts: ['[DONE]'] };

test.each<[string, object, string]>([
  ['JSON', { event: 'task', data: { a: 1 }, id: '1' }, 'event: task\nid: 1\ndata: {"a":1}\n\n'],
  ['a text among JSON', { event: 'task', data: '[DONE]' }, 'event: task\ndata: [DONE]\n\n'],
  ['text', { event: 'note', data: '{"a":1}\nb' }, 'event: note\ndata: {"a":1}\ndata: b\n\n'],
])('writes and reads events whose data is %s', async (_name, event, text) => {
  expect(writeEvent(event, EVENT_DATA)).toBe(text);
  const state: EventSourceState = { lastEventId: '', retryMs: undefined };
  expect(await collect(readEvents(cut(text, 3), state, EVENT_DATA))).toEqual([event]);
});

test('rejects a line break in the name of an event', () => {
  expect(() => writeEvent({ event: 'a\nb', data: '' })).toThrow('"event" of an event must be one line');
});

const ITEMS = [{ a: 'ä' }, [1, 2], null, 'text', 5];

test.each([
  ['JSON lines', writeLine, readLines],
  ['a JSON text sequence', writeElement, readSequence],
])('writes and reads %s', async (_name, write, read) => {
  const text = ITEMS.map(write).join('');
  for (const size of SIZES) expect(await collect(read(cut(text, size)))).toEqual(ITEMS);
});

test('reads JSON lines with empty lines and without an end', async () => {
  expect(await collect(readLines(cut('1\r\n\r\n2', 2)))).toEqual([1, 2]);
  await expect(collect(readLines(cut('{"a":', 2)))).rejects.toThrow(SyntaxError);
});

test('writes and reads the parts of a multipart body', async () => {
  const items = [{ a: 1 }, 'text\r\n--other', [2]];
  const text = `${items.map((item) => writePart(item, 'b')).join('')}\r\n--b--\r\n`;
  for (const size of SIZES) expect(await collect(readParts(cut(text, size), 'b'))).toEqual(items);
  const cutOff = collect(readParts(cut(text.slice(0, -8), 9), 'b'));
  await expect(cutOff).rejects.toThrow('has no end');
});

test('reads parts of other types as bytes', async () => {
  const text = '--b\r\ncontent-type: image/png\r\n\r\nabc\r\n--b--';
  const [part] = await collect(readParts(cut(text, 4), 'b'));
  expect(part).toEqual(new TextEncoder().encode('abc'));
});
