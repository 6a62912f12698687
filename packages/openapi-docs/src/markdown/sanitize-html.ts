/** Keeps the harmless elements of HTML: a description must neither run a script nor request anything. */
import { escapeHtml } from '../reference/html.ts';

const ELEMENTS = new Set(
  'a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
const EMPTY_ELEMENTS = new Set(['br', 'hr', 'img']);
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  align: /^(?:center|left|right)$/,
  alt: /^/,
  class: /^(?:token-[a-z]+|table)$/,
  colspan: /^\d+$/,
  href: /^(?:https?:|mailto:|[/#](?!\/)|\.\.?\/)/i,
  rowspan: /^\d+$/,
  src: /^data:image\/(?:gif|jpeg|png|webp);base64,/i,
  start: /^\d+$/,
  tabindex: /^0$/,
  title: /^/,
};
// Elements whose content is not text, and comments; `<!--` itself would begin a comment in a page that contains the script.
const REMOVED =
  /<!-{2}[\s\S]*?(?:-->|$)|<(script|style|template|noscript|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG =
  /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Changes the target of a link; undefined removes the link and leaves its text. */
export type ResolveLink = (href: string) => string | undefined;

/** Writes HTML again with elements and attributes of a list only, and closes what was left open; other tags become text. */
export function sanitizeHtml(html: string, resolveLink: ResolveLink = (href) => href): string {
  const open: string[] = [];
  const text = html.replaceAll(REMOVED, '');
  let written = '';
  let position = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, slash = '', name = '', attributes = ''] = match;
    written += escapeText(text.slice(position, match.index));
    position = match.index + tag.length;
    written += writeTag(
      tag,
      { element: name.toLowerCase(), isEnd: slash !== '', attributes },
      { open, resolveLink },
    );
  }
  const ends = open.toReversed().map((element) => `</${element}>`);
  return written + escapeText(text.slice(position)) + ends.join('');
}

interface Tag {
  readonly element: string;
  readonly isEnd: boolean;
  readonly attributes: string;
}

interface Writing {
  readonly open: string[];
  readonly resolveLink: ResolveLink;
}

function writeTag(tag: string, { element, isEnd, attributes }: Tag, { open, resolveLink }: Writing): string {
  if (!ELEMENTS.has(element)) return escapeHtml(tag);
  if (isEnd) return closeElement(element, open);
  const kept = readAttributes(attributes);
  if (element === 'img') return writeImage(kept);
  if (element === 'a') {
    const href = kept.get('href');
    const target = href === undefined ? undefined : resolveLink(href);
    if (target === undefined) kept.delete('href');
    else kept.set('href', target);
  }
  if (!EMPTY_ELEMENTS.has(element)) open.push(element);
  return `<${element}${printAttributes(kept)}>`;
}

/** Closes an element and those inside of it; an end without a start is dropped. */
function closeElement(element: string, open: string[]): string {
  const start = open.lastIndexOf(element);
  if (start === -1) return '';
  return open
    .splice(start)
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
}

function readAttributes(text: string): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(double ?? single ?? bare ?? '');
    // Browsers ignore white space and control characters in a scheme.
    const compact = value.replaceAll(/[\p{Cc}\s]/gu, '');
    const attribute = name.toLowerCase();
    if (Object.hasOwn(ATTRIBUTES, attribute) && ATTRIBUTES[attribute]?.test(compact))
      kept.set(attribute, value);
  }
  kept.delete(kept.has('src') ? 'href' : 'none');
  return kept;
}

function printAttributes(attributes: ReadonlyMap<string, string>): string {
  return [...attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** An image on another host would be a request to it: its text stays. */
function writeImage(attributes: ReadonlyMap<string, string>): string {
  const { alt = '' } = Object.fromEntries(attributes);
  if (!attributes.has('src')) return escapeHtml(alt);
  return `<img${printAttributes(new Map([['alt', ''], ...attributes]))}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);?/g, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Escapes the brackets that belong to no tag; references to characters stay. */
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
