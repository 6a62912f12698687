import type { MediaType } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import type { Message, Pair } from './change.ts';
import { type Context, compareSchemas } from './context.ts';
import type { DocumentRuleName } from './document-rules.ts';

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
  context: Context,
  content: Pair<readonly MediaType[]>,
  location: ContentLocation,
): void {
  for (const old of content.old) {
    const next = findCovering(content.new, old.name);
    if (next) compareMediaType(context, { old, new: next }, location.message);
    else if (!isNarrowed(old, content.new, location.message)) {
      context.report({
        rule: location.rules.removed,
        what: `${old.name} of ${location.what}`,
        pointer: old.pointer,
        side: 'old',
        before: old.name,
      });
    }
  }
  for (const next of content.new) {
    if (findExact(content.old, next.name)) continue;
    const covering = findCovering(content.old, next.name);
    if (covering) compareMediaType(context, { old: covering, new: next }, location.message);
    else {
      const what = `${next.name} of ${location.what}`;
      context.report({ rule: location.rules.added, what, pointer: next.pointer, after: next.name });
    }
  }
}

// Names of types are case-insensitive, and so are those of parameters. Texts are UTF-8 unless a charset says otherwise.
function normalizeMediaType(name: string): string {
  const [type = '', ...parameters] = name
    .toLowerCase()
    .replaceAll('"', '')
    .split(/\s*;\s*/);
  const normalized = parameters
    .map((parameter) => parameter.trim().replace(/\s*=\s*/, '='))
    .filter((parameter) => parameter !== '' && parameter !== 'charset=utf-8');
  return [type.trim(), ...normalized.sort()].join(';');
}

function findExact(content: readonly MediaType[], name: string): MediaType | undefined {
  return content.find((mediaType) => normalizeMediaType(mediaType.name) === normalizeMediaType(name));
}

function findCovering(content: readonly MediaType[], name: string): MediaType | undefined {
  return listRanges(name)
    .map((range) => content.find((mediaType) => normalizeMediaType(mediaType.name) === range))
    .find((mediaType) => mediaType !== undefined);
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

function compareMediaType(context: Context, pair: Pair<MediaType>, message: Message): void {
  compareSchemas(context, message, { old: pair.old.schema, new: pair.new.schema });
  compareSchemas(context, message, { old: pair.old.stream?.item, new: pair.new.stream?.item });
  const describe = ({ encoding: encodings }: MediaType, name: string) => {
    const encoding = encodings.find((candidate) => candidate.name === name);
    if (!encoding) return undefined;
    const { contentType, style, explode, allowReserved, headers } = encoding;
    return { contentType, style, explode, allowReserved, headers: headers.map((header) => header.name) };
  };
  const names = new Set([...pair.old.encoding, ...pair.new.encoding].map(({ name }) => name));
  for (const name of names) {
    const [before, after] = [describe(pair.old, name), describe(pair.new, name)];
    if (jsonEqual(JSON.parse(JSON.stringify(before ?? {})), JSON.parse(JSON.stringify(after ?? {}))))
      continue;
    context.report({
      rule: 'encoding-changed',
      what: `"${name}" of ${pair.new.name}`,
      pointer: pair.new.pointer,
      before,
      after,
    });
  }
}
