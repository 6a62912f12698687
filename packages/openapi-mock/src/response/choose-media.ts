// Content negotiation (RFC 9110, section 12.5.1).
import type { Response as Documented, MediaType } from '@keyframe/openapi-model';
import { isJson, matchMediaType } from '@keyframe/openapi-runtime/wire';

/** The media type of a response. */
export interface MediaChoice {
  media: MediaType;
  /** The type to send: that of the document, or one of its range. */
  type: string;
}

interface AcceptedRange {
  range: string;
  quality: number;
}

type Content = Pick<Documented, 'content'>;

/**
 * Chooses the media type that `Accept` prefers; undefined if it accepts none. Of equally accepted types, the one that it
 * names more precisely or earlier comes first, then JSON.
 */
export function chooseMedia({ content }: Content, accept: string | undefined): MediaChoice | undefined {
  const ranges = readAccept(accept);
  const choices = content.map((media) => rate(media, ranges)).filter((choice) => choice !== undefined);
  const [best] = choices.toSorted(
    (left, right) =>
      right.quality - left.quality ||
      left.wildcards - right.wildcards ||
      left.index - right.index ||
      Number(isJson(right.type)) - Number(isJson(left.type)),
  );
  return best;
}

/** Chooses the media type of a response that disregards `Accept`: JSON, otherwise the first. */
export function chooseDefaultMedia({ content }: Content): MediaChoice | undefined {
  return chooseMedia({ content }, undefined);
}

function rate(media: MediaType, ranges: readonly AcceptedRange[]) {
  const { name } = media;
  const names = ranges.map(({ range }) => range);
  // A documented range contains the types that are accepted.
  const matched = matchMediaType(name, names) ?? names.find((range) => matchMediaType(range, [name]));
  const index = names.indexOf(matched ?? '');
  const { range, quality } = ranges[index] ?? { range: '', quality: 0 };
  if (quality === 0) return undefined;
  const type = name.includes('*') && !range.includes('*') ? range : chooseType(name);
  return { media, type, quality, index, wildcards: range.split('*').length };
}

function readAccept(accept: string | undefined): AcceptedRange[] {
  const ranges = (accept ?? '')
    .split(',')
    .map((piece) => {
      const [, quality = '1'] = /;\s*q=([\d.]+)/i.exec(piece) ?? [];
      return { range: piece.replace(/;\s*q=.*$/i, '').trim(), quality: Number(quality) };
    })
    .filter(({ range, quality }) => range.includes('/') && !Number.isNaN(quality));
  return ranges.length > 0 ? ranges : [{ range: '*/*', quality: 1 }];
}

/** A subtype of each range, since a response has one type. */
const SUBTYPES = new Map([
  ['audio', 'mpeg'],
  ['image', 'png'],
  ['text', 'plain'],
  ['video', 'mp4'],
]);

function chooseType(name: string): string {
  if (!name.includes('*')) return name;
  const [range = ''] = name.split('/');
  const subtype = SUBTYPES.get(range);
  return subtype ? `${range}/${subtype}` : 'application/octet-stream';
}
