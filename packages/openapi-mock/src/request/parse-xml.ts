// Parses XML 1.0 without document type declarations, whose entities a mock must not expand.

/** An element, by its name without a prefix. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  text: string;
}

interface OpenElement extends XmlElement {
  tag: string;
  children: XmlElement[];
}

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<\/(?<end>[^\s<>/]+)\s*>|<(?<start>[^\s<>/!?]+)(?=[\s/>])(?<attributes>(?:[^<>"'/]|"[^"<]*"|'[^'<]*')*)(?<empty>\/?)>|(?<text>[^<]+)/gy;
const MAX_DEPTH = 200;
const ATTRIBUTE = /(?<name>[^\s=]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Parses a document; undefined unless it is well-formed. */
export function parseXml(source: string): XmlElement | undefined {
  const root: OpenElement = { tag: '', name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const token of source.replace(/^\uFEFF/, '').matchAll(TOKEN)) {
    if (token.index !== end) return undefined;
    end = token.index + token[0].length;
    if (!addToken(open, token.groups ?? {})) return undefined;
  }
  const isWhole = end === source.replace(/^\uFEFF/, '').length && open.length === 1;
  const [element, ...siblings] = root.children;
  return isWhole && siblings.length === 0 && root.text.trim() === '' ? element : undefined;
}

// Reports whether a token is allowed at its position.
function addToken(open: OpenElement[], token: Readonly<Record<string, string | undefined>>): boolean {
  const parent = open.at(-1);
  if (!parent) return false;
  const { data, end, start, attributes = '', empty, text } = token;
  if (data !== undefined) parent.text += data;
  if (text !== undefined) parent.text += decodeEntities(text);
  if (end !== undefined) {
    open.pop();
    return parent.tag === end && open.length > 0;
  }
  if (start !== undefined) {
    const element = {
      tag: start,
      name: dropPrefix(start),
      attributes: parseAttributes(attributes),
      children: [],
      text: '',
    };
    parent.children.push(element);
    if (empty === '') open.push(element);
  }
  return open.length <= MAX_DEPTH;
}

function parseAttributes(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const { groups: { name = '', double, single = '' } = {} } of source.matchAll(ATTRIBUTE))
    attributes.set(dropPrefix(name), decodeEntities(double ?? single));
  return attributes;
}

function dropPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = Number(name.replace('#x', '0x').replace('#', ''));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
  });
}
