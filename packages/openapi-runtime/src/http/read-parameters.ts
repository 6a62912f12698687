// Finds the texts of parameters in a request. Hono decodes before it hands out, after which a delimiter and an
// encoded one look the same; so query and cookies are read from what was sent.
import type { Context } from 'hono';
import type { ParameterDefinition } from './operation-definition.ts';
import { decodePercent } from './read-text.ts';
import { createValueReader, memberNames, type Reading, readValue } from './read-value.ts';
import { type Pair, splitPair } from './split-style.ts';
import type { Style } from './style.ts';
import type { TextSource } from './written.ts';

/** A part of a request that contains parameters. */
export type ParameterLocation = ParameterDefinition['in'];

const STYLES: Readonly<Record<ParameterLocation, Style>> = {
  cookie: 'form',
  header: 'simple',
  path: 'simple',
  query: 'form',
};

/** A parameter that is present, and the possible values of its texts. */
export type ParameterReading = readonly [ParameterDefinition, NonNullable<Reading>];

/**
 * Creates the function that reads the parameters of one location of a request; its argument contains the texts of the
 * path.
 */
export function parameterReader(
  parameters: readonly ParameterDefinition[],
  location: ParameterLocation,
): (context: Context, path: ReadonlyMap<string, string>) => ParameterReading[] {
  const ownParameters = parameters.filter((parameter) => parameter.in === location);
  const claimed = new Set(ownParameters.flatMap(({ name, shape }) => [name, ...memberNames(shape)]));
  const style = STYLES[location];
  const readers = ownParameters.map((parameter) => ({
    parameter,
    decode: chooseDecoder(parameter),
    read: createValueReader(parameter),
  }));
  return (context, path) => {
    const pairs = readPairs(context, location);
    // The names of query parameters and cookies may be invalid as names of headers, which `Headers` rejects.
    const getText = (name: string) => (location === 'path' ? path.get(name) : context.req.header(name));
    const readings: ParameterReading[] = [];
    for (const { parameter, decode, read } of readers) {
      if (parameter.style === 'whole') {
        readings.push(...readWholeQuery(parameter, getSearch(context.req.url)));
        continue;
      }
      const texts = pairs ? filterTexts(pairs, parameter.name) : listText(getText(parameter.name));
      const reading = read({ style, texts, claimed, decode, ...(pairs ? { pairs } : {}) });
      if (reading) readings.push([parameter, reading]);
    }
    return readings;
  };
}

function filterTexts(pairs: readonly Pair[], name: string): string[] {
  const texts: string[] = [];
  for (const [key, text] of pairs) if (key === name) texts.push(text);
  return texts;
}

function listText(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

function readWholeQuery(parameter: ParameterDefinition, search: string): ParameterReading[] {
  const texts = search === '' ? [] : [search];
  const source: TextSource = { style: 'form', texts, decode: decodePercent };
  const reading = readValue({ ...parameter, style: 'form' }, source);
  return reading ? [[parameter, reading]] : [];
}

function readPairs(context: Context, location: ParameterLocation): Pair[] | undefined {
  if (location === 'query') return readQuery(getSearch(context.req.url));
  return location === 'cookie' ? readCookies(context.req.header('cookie') ?? '') : undefined;
}

function getSearch(url: string): string {
  const [beforeHash = ''] = url.split('#', 1);
  const at = beforeHash.indexOf('?');
  return at < 0 ? '' : beforeHash.slice(at + 1);
}

/** Takes `a=1&b=2` apart; names are decoded, values are not. */
export function readQuery(text: string): Pair[] {
  const pairs: Pair[] = [];
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const [name, value] = splitPair(piece);
    pairs.push([decodeForm(name), value]);
  }
  return pairs;
}

/** Takes the pairs of a cookie header apart (RFC 6265, section 5.4); a name may be encoded, and a value quoted (section 4.1.1). */
export function readCookies(text: string): Pair[] {
  const pieces = text.split(';').filter((piece) => piece.includes('='));
  return pieces
    .map(splitPair)
    .map(([name, value]) => [decodePercent(name.trim()), value.trim().replace(/^"(.*)"$/, '$1')]);
}

/** Decodes percent-encoded text in which a plus sign is a space. */
export function decodeForm(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}

function chooseDecoder({ in: location, style, allowReserved }: ParameterDefinition): TextSource['decode'] {
  if (location === 'header') return (text) => text.trim();
  if (style === 'cookie') return (text) => text;
  return location === 'query' && !allowReserved ? decodeForm : decodePercent;
}
