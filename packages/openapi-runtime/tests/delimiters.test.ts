// Values that contain delimiters: the server reads what the client writes, or the client rejects the value.
import { expect, test } from 'vitest';
import { multipart, styled, urlEncoded } from '../src/client/styles.ts';
import type { Shape, TextDefinition } from '../src/http/operation-definition.ts';
import { readMultipart, readUrlEncoded } from '../src/http/read-form.ts';
import { decodeForm, readCookies, readQuery } from '../src/http/read-parameters.ts';
import { decodePercent } from '../src/http/read-text.ts';
import { memberNames, readValue } from '../src/http/read-value.ts';
import type { Pair } from '../src/http/split-style.ts';

const STYLES = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  'application/x-www-form-urlencoded': ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  'multipart/form-data': ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
} as const;

type Location = keyof typeof STYLES;

const LISTS = ['a.b', 'a,b', 'a|b', 'a b', 'a\tb', 'a;b', 'a=b', 'a+b', 'a&b', '%2C', '%20', '%2E', 'a%7Cb'];
const OBJECTS = [
  { R: 'a.b,c', S: ';=' },
  { R: 'a|b c', S: '%2C+' },
];

// Without an encoding, a value has no way to contain its delimiter.
const REJECTED: Readonly<Record<string, RegExp>> = {
  'query spaceDelimited': / /,
  'header simple': /,/,
  'cookie cookie': /[;,]/,
  'application/x-www-form-urlencoded spaceDelimited': / /,
  'multipart/form-data form': /,/,
  'multipart/form-data spaceDelimited': / /,
  'multipart/form-data pipeDelimited': /\|/,
};

type Writing = Pick<TextDefinition, 'explode' | 'style'>;

const cases = (Object.keys(STYLES) as Location[]).flatMap((location) =>
  STYLES[location].flatMap((style): [Location, Writing][] => [
    [location, { style, explode: true }],
    [location, { style }],
  ]),
);

test.each(cases)('%s: %j', async (location, writing) => {
  const values = [...LISTS.flatMap((text) => [[text], [text, 'c']]), ...OBJECTS];
  for (const value of values) {
    const delimiter = REJECTED[`${location} ${writing.style}`];
    const isRejected = delimiter?.test(Object.values(value).join(''));
    const reading = await send(location, value, writing).catch((cause: unknown) => {
      expect(cause).toBeInstanceOf(RangeError);
      return isRejected ? 'rejected' : 'fault';
    });
    // A name that repeats needs no delimiter.
    expect([value, reading]).toEqual([value, reading === 'rejected' ? 'rejected' : value]);
    if (isRejected && !writing.explode) expect(reading).toBe('rejected');
  }
});

// A name that repeats has an empty text for each item; one text is as empty for one empty item as for no item.
test.each(cases)('%s: empty items, %j', async (location, writing) => {
  for (const value of [[''], ['', ''], { R: '', S: 'a' }]) {
    const reading = await send(location, value, writing).catch((cause: unknown) => {
      expect(cause).toBeInstanceOf(RangeError);
      return 'rejected';
    });
    const isRejected = reading === 'rejected' && Object.keys(value).length === 1;
    expect([value, reading]).toEqual([value, isRejected ? reading : value]);
  }
});

async function send(location: Location, value: object, writing: Writing): Promise<unknown> {
  const shape: Shape = Array.isArray(value) ? { list: 'string' } : { object: { R: 'string', S: 'string' } };
  const definition = { name: 'p', shape, ...writing };
  const source = { style: 'form', claimed: new Set(['p', ...memberNames(shape)]) } as const;
  if (location === 'application/x-www-form-urlencoded') {
    return readUrlEncoded(String(urlEncoded({ p: writing })({ p: value })), [definition]).value.p;
  }
  if (location === 'multipart/form-data') {
    const body = new Response(multipart({ p: writing })({ p: value }) as FormData);
    const contentType = body.headers.get('content-type') ?? '';
    return readMultipart(await body.arrayBuffer(), contentType, [definition])?.value.p;
  }
  const text = styled(location, 'p', writing).write(value);
  const readPairs = (pairs: readonly Pair[], decode: (written: string) => string) =>
    readValue(definition, {
      ...source,
      pairs,
      texts: pairs.filter(([name]) => name === 'p').map(([, written]) => written),
      decode,
    });
  const asIs = (written: string) => written.trim();
  const read = {
    path: () => readValue(definition, { ...source, texts: [text], decode: decodePercent }),
    header: () => readValue(definition, { ...source, texts: [text], decode: asIs }),
    query: () => readPairs(readQuery(text), decodeForm),
    cookie: () => readPairs(readCookies(text), writing.style === 'cookie' ? asIs : decodePercent),
  }[location]();
  return read && 'values' in read ? read.values[0] : read;
}
