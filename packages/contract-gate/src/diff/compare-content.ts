import type { MediaType } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/schema';
import type { Message, Pair } from './change.ts';
import type { DocumentRuleName } from './document-rules.ts';
import { compareSchemas, type Part } from './part-comparison.ts';

export interface ContentRules {
  added: DocumentRuleName;
  removed: DocumentRuleName;
}

export interface ContentLocation {
  message: Message;
  rules: ContentRules;
  /** `body`, `response 404`. */
  what: string;
  pointer: string;
}

/** Compares the media types of a body; one that a range of the other version covers is not missing. */
export function compareContent(
  part: Part,
  content: Pair<readonly MediaType[]>,
  location: ContentLocation,
): void {
  for (const old of content.old) {
    const own = findCovering(content.new, old.name);
    if (own) compareMediaType(part, { old, new: own }, location.message);
    else if (!isNarrowed(old, content.new, location.message)) {
      part.report({
        rule: location.rules.removed,
        what: `${old.name} of ${location.what}`,
        pointer: old.pointer,
        side: 'old',
        before: old.name,
      });
    }
  }
  for (const own of content.new) {
    if (findExact(content.old, own.name)) continue;
    const covering = findCovering(content.old, own.name);
    if (covering) compareMediaType(part, { old: covering, new: own }, location.message);
    else {
      const what = `${own.name} of ${location.what}`;
      part.report({ rule: location.rules.added, what, pointer: own.pointer, after: own.name });
    }
  }
}

// Names of types are case-insensitive, and so are those of parameters. Texts are UTF-8 unless a charset says otherwise.
function normalizeMediaType(name: string): string {
  const [type = '', ...parameters] = name
    .toLowerCase()
    .replaceAll('"', '')
    .split(/\s*;\s*/);
  const meant = parameters
    .map((parameter) => parameter.trim().replace(/\s*=\s*/, '='))
    .filter((parameter) => parameter !== '' && parameter !== 'charset=utf-8');
  return [type.trim(), ...meant.sort()].join(';');
}

function findExact(content: readonly MediaType[], name: string): MediaType | undefined {
  return content.find((one) => normalizeMediaType(one.name) === normalizeMediaType(name));
}

function findCovering(content: readonly MediaType[], name: string): MediaType | undefined {
  return listRanges(name).flatMap(
    (range) => content.find((one) => normalizeMediaType(one.name) === range) ?? [],
  )[0];
}

// The ranges that cover a media type, itself included, the narrowest first.
function listRanges(name: string): string[] {
  const normalized = normalizeMediaType(name);
  const [withoutParameters = '', ...parameters] = normalized.split(';');
  const [type] = normalized.split('/');
  // A text of another charset cannot be read as UTF-8.
  const charset = parameters.filter((parameter) => parameter.startsWith('charset='));
  return [normalized, [withoutParameters, ...charset].join(';'), `${type}/*`, '*/*'];
}

// A server may send less than the range that it documented.
function isNarrowed(old: MediaType, content: readonly MediaType[], { sender }: Message): boolean {
  const range = normalizeMediaType(old.name);
  return sender === 'server' && content.some(({ name }) => listRanges(name).includes(range));
}

function compareMediaType(part: Part, pair: Pair<MediaType>, message: Message): void {
  compareSchemas(part, message, { old: pair.old.schema, new: pair.new.schema });
  compareSchemas(part, message, { old: pair.old.stream?.item, new: pair.new.stream?.item });
  const written = ({ encoding }: MediaType, name: string) => {
    const found = encoding.find((one) => one.name === name);
    if (!found) return undefined;
    const { contentType, style, explode, allowReserved, headers } = found;
    return { contentType, style, explode, allowReserved, headers: headers.map((header) => header.name) };
  };
  const names = new Set([...pair.old.encoding, ...pair.new.encoding].map(({ name }) => name));
  for (const name of names) {
    const [before, after] = [written(pair.old, name), written(pair.new, name)];
    if (jsonEqual(JSON.parse(JSON.stringify(before ?? {})), JSON.parse(JSON.stringify(after ?? {}))))
      continue;
    part.report({
      rule: 'encoding-changed',
      what: `"${name}" of ${pair.new.name}`,
      pointer: pair.new.pointer,
      before,
      after,
    });
  }
}
