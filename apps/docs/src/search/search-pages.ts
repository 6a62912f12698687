/** Reads rendered pages for the search: their sections, with anchors and plain text. */

import type { SearchSection } from '@keyframe/openapi-docs/search';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Kinds of pages, by the start of their address. The kinds of the second list have results of their own. */
const KINDS: readonly (readonly [start: string, kind: string])[] = [
  ['guides/', 'Guide'],
  ['api/concepts/', 'API reference'],
  ['api/schemas/', 'Schema'],
  ['api/', 'API reference'],
  ['operate/', 'Operations'],
  ['decisions/', 'Decision'],
  ['checks/', 'Check'],
];

/** Kinds that are listed after all others. */
export const SECONDARY_KINDS: ReadonlySet<string> = new Set(['Decision', 'Check']);

/** Names the kind of a page. */
export function classifyPage(path: string): string {
  return (
    KINDS.find(([start]) => path === start.slice(0, -1) || path.startsWith(start))?.[1] ?? 'API reference'
  );
}

interface OpenSection {
  readonly anchor: string;
  readonly title: string;
  readonly words: string[];
}

/** Splits a page at its headings and its fields. Samples are omitted, since they repeat the fields. */
export function readSections(html: string): SearchSection[] {
  const sections: OpenSection[] = [{ anchor: '', title: '', words: [] }];
  visit(parseFragment(html), sections);
  return sections
    .map(({ anchor, title, words }) => ({
      anchor,
      title,
      text: words.join(' ').replaceAll(/\s+/g, ' ').trim(),
    }))
    .filter(({ anchor, text }) => anchor !== '' || text !== '');
}

function visit(node: Node, sections: OpenSection[]): void {
  if ('value' in node && node.nodeName === '#text') {
    sections.at(-1)?.words.push(node.value);
    return;
  }
  if (!('childNodes' in node)) return;
  if ('tagName' in node) {
    if (isOmitted(node)) return;
    const section = startSection(node);
    if (section !== undefined) {
      sections.push(section);
      if (/^h\d$/.test(node.tagName)) return;
    }
  }
  for (const child of node.childNodes) visit(child, sections);
}

function startSection(element: Element): OpenSection | undefined {
  const anchor = readAttribute(element, 'id');
  if (anchor === undefined) return undefined;
  if (/^h[2-4]$/.test(element.tagName)) return { anchor, title: readText(element).trim(), words: [] };
  if (element.tagName !== 'li') return undefined;
  const name = findByClass(element, 'field-name');
  return name === undefined ? undefined : { anchor, title: readText(name).trim(), words: [] };
}

function isOmitted(element: Element): boolean {
  const classes = readAttribute(element, 'class') ?? '';
  return (
    ['script', 'style', 'svg'].includes(element.tagName) || /\boperation-samples\b|\bsr-only\b/.test(classes)
  );
}

function findByClass(element: Element, name: string): Element | undefined {
  for (const child of element.childNodes) {
    if (!('tagName' in child)) continue;
    if (readAttribute(child, 'class') === name) return child;
    const found = findByClass(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

function readText(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(readText).join('') : '';
}
