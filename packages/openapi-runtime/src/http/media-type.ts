import { getEssence } from '../essence.ts';

export { getEssence };

/** A media type taken apart, in lower case. */
interface MediaType {
  /** `type/subtype` */
  essence: string;
  parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

function parse(text: string): MediaType {
  // Most name a type alone, and each request asks several times.
  if (!text.includes(';')) return { essence: text.trim().toLowerCase(), parameters: NO_PARAMETERS };
  const essence = getEssence(text);
  const parameters = Array.from(text.matchAll(PARAMETER), ([, name = '', quoted, bare = '']) => {
    const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1');
    return [name.toLowerCase(), value.toLowerCase()] as const;
  });
  return { essence, parameters: new Map(parameters) };
}

/** Checks whether a media type is JSON, including vendor types such as `application/vnd.api+json`. */
export function isJson(contentType: string): boolean {
  return /^[^/\s]+\/(?:[^/\s]+\+)?json$/.test(parse(contentType).essence);
}

/** Checks whether a media type specifies no charset other than UTF-8 and its subset ASCII. */
export function isUtf8(contentType: string): boolean {
  return /^(utf-?8|us-ascii)$/.test(getParameter(contentType, 'charset') ?? 'utf-8');
}

/** Checks whether a media type is a form that is parsed into fields. */
export function isForm(contentType: string): boolean {
  return isMultipart(contentType) || parse(contentType).essence === 'application/x-www-form-urlencoded';
}

/** Checks whether a media type is `multipart/form-data`. */
export function isMultipart(contentType: string): boolean {
  return parse(contentType).essence === 'multipart/form-data';
}

/** Checks whether a media type is a range such as `text/*`. */
export function isRange(mediaType: string): boolean {
  return mediaType.includes('*');
}

/** Reads a parameter of a media type, in lower case except for a boundary, whose case counts. */
export function getParameter(contentType: string, name: string): string | undefined {
  if (name !== 'boundary') return parse(contentType).parameters.get(name);
  for (const [, key = '', quoted, bare] of contentType.matchAll(PARAMETER)) {
    if (key.toLowerCase() === name) return quoted ?? bare;
  }
  return undefined;
}

/**
 * Finds the declared media type that a Content-Type is one of: the same, or the closest range (RFC 9110, section
 * 12.5.1). Parameters that are declared must not be contradicted; the declaration that names most of those sent wins.
 */
export function matchMediaType(contentType: string, declared: readonly string[]): string | undefined {
  // Most are declared as they are sent.
  if (!contentType.includes(';') && declared.includes(contentType)) return contentType;
  const sent = parse(contentType);
  const [type] = sent.essence.split('/');
  const ranges = [sent.essence, `${type}/*`, '*/*'];
  const candidates = declared.flatMap((name) => {
    const { essence, parameters } = parse(name);
    const entries = [...parameters];
    const rank = ranges.indexOf(essence);
    const isContradicted = entries.some(([key, value]) => (sent.parameters.get(key) ?? value) !== value);
    const named = entries.filter(([key]) => sent.parameters.has(key)).length;
    // A parameter that is not sent counts against the declaration that asks for it.
    return rank < 0 || isContradicted ? [] : [{ name, rank, named, missing: entries.length - named }];
  });
  candidates.sort((a, b) => a.rank - b.rank || b.named - a.named || a.missing - b.missing);
  return candidates[0]?.name;
}
