// Bodies that break parsers or middleware; they cannot be created by encoding a value.
import type { RequestBody } from '@keyframe/openapi-model';
import { matchMediaType } from '@keyframe/openapi-runtime/media-type';
import type { Expectation } from './case.ts';
import { parseJson } from './parse-json.ts';

/** A body of bytes, and what is known of it. */
export interface OddBody {
  bytes: Buffer;
  contentType: string | undefined;
  expectation: Expectation;
  label: string;
}

type Listed = readonly [label: string, expectation: Expectation, bytes: Buffer | string];

const DEEP = 20_000;
const LARGE = 3 * 2 ** 20;

/** A valid body, and the description of all bodies of its operation. */
export interface ValidBody {
  contentType: string;
  bytes: Buffer;
  described: Pick<RequestBody, 'content' | 'required'>;
}

/** Lists bodies that are not JSON, or JSON that no schema asks for. */
export function brokenBodies({ contentType, bytes: valid, described }: ValidBody): OddBody[] {
  const text = valid.toString();
  const listed: Listed[] = [
    ['nothing in it', described.required ? 'invalid' : 'either', ''],
    ['a blank alone', 'invalid', ' '],
    ['its last byte cut off', 'invalid', valid.subarray(0, -1)],
    ['half of it', 'invalid', valid.subarray(0, Math.floor(valid.length / 2))],
    ['a comma too many', 'invalid', text.replace(/([}\]])$/, ',$1')],
    ['text behind it', 'invalid', `${text} x`],
    ['two values', 'invalid', `${text} ${text}`],
    ['single quotes', 'invalid', text.replaceAll('"', "'")],
    ['a comment', 'invalid', `/* */${text}`],
    ['NaN', 'invalid', 'NaN'],
    ['a word', 'invalid', 'undefined'],
    ['a NUL', 'invalid', `\u0000${text}`],
    ['bytes that are not UTF-8', 'invalid', withBrokenText(valid)],
    ['a byte order mark', 'either', `\ufeff${text}`],
    ['arrays nested deeply', 'either', '['.repeat(DEEP) + ']'.repeat(DEEP)],
    ['objects nested deeply', 'either', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    ['open brackets only', 'invalid', '['.repeat(DEEP)],
    ['a name that is a prototype', 'either', text.replace(/^\{/, '{"__proto__":{"x":1},')],
    ['a lone surrogate', 'either', text.replace(/:"[^"\\]*"/, ':"\\ud800"')],
    ['a NUL in a text', 'either', text.replace(/:"[^"\\]*"/, ':"a\\u0000b"')],
    ['a huge number', 'either', text.replace(/:-?\d+(?:\.\d+)?/, ':1e999')],
    ['three mebibytes of blanks', 'either', `${text}${' '.repeat(LARGE)}`],
  ];
  return listed.map(([label, expectation, bytes]) => ({
    label,
    // A digit less is a number, too.
    expectation:
      bytes === text || (typeof bytes !== 'string' && parseJson(bytes.toString()) !== undefined)
        ? 'either'
        : expectation,
    bytes: Buffer.from(bytes),
    contentType,
  }));
}

// The first letter of the first text becomes a byte that UTF-8 does not have.
function withBrokenText(valid: Buffer): Buffer {
  const at = valid.indexOf(':"');
  const offset = at < 0 ? valid.indexOf('"') + 1 : at + 2;
  return Buffer.concat([valid.subarray(0, offset), Buffer.of(0xff), valid.subarray(offset)]);
}

/** Lists the same valid body under media types that are documented, and others. */
export function oddMediaTypes({ contentType, bytes, described }: ValidBody): OddBody[] {
  const essence = contentType.split(';')[0] ?? contentType;
  // The registrations of other media types, such as that of JSON:API, may forbid parameters.
  const withCharset = /^application\/json$/i.test(essence) ? 'valid' : 'either';
  const listed: (readonly [label: string, expectation: Expectation, contentType: string | undefined])[] = [
    ['no Content-Type', 'either', undefined],
    ['Content-Type text/plain', 'invalid', 'text/plain'],
    ['Content-Type application/xml', 'invalid', 'application/xml'],
    ['Content-Type application/x-www-form-urlencoded', 'invalid', 'application/x-www-form-urlencoded'],
    ['a malformed Content-Type', 'invalid', 'nonsense'],
    ['charset=utf-8', withCharset, `${essence}; charset=utf-8`],
    ['charset="UTF-8"', withCharset, `${essence};charset="UTF-8"`],
    ['its media type in capitals', 'valid', essence.toUpperCase()],
    ['an unknown charset', 'either', `${essence}; charset=nonsense`],
  ];
  const declared = described.content.map(({ name }) => name);
  return listed.map(([label, expectation, type]) => {
    // The same bytes may be valid as another documented media type: a text can be anything.
    const isDocumented = type !== undefined && matchMediaType(type, declared) !== undefined;
    const isDoubtful = expectation === 'invalid' && isDocumented;
    return { label, expectation: isDoubtful ? 'either' : expectation, bytes, contentType: type };
  });
}
