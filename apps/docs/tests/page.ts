// The parts of the built page: addresses that its elements load, its content policy, and its document.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { DOCS_DIRECTORY } from '../src/docs-directory.ts';
import { attribute, type Element, elementsBelow } from './elements.ts';

const LOADING_ATTRIBUTES = new Set(['src', 'srcset', 'data', 'poster', 'background', 'xlink:href']);

function readText(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function loadedBy(element: Element): string[] {
  const loading = element.attrs.filter(({ name }) => LOADING_ATTRIBUTES.has(name)).map(({ value }) => value);
  const linked = element.tagName === 'link' ? [attribute(element, 'href') ?? ''] : [];
  return [...loading, ...linked];
}

const html = readFileSync(join(DOCS_DIRECTORY, 'redoc/index.html'), 'utf8');
const elements = elementsBelow(parse(html));
const scripts = elements.filter(({ tagName }) => tagName === 'script').map(readText);
const styles = elements.filter(({ tagName }) => tagName === 'style').map(readText);

/** Addresses that elements load when the page is opened, without `data:`. */
export const loadedAddresses = elements.flatMap(loadedBy).filter((address) => !address.startsWith('data:'));

/** Addresses that the style sheets load, without `data:`. */
export const styledAddresses = styles
  .flatMap((style) => [...style.matchAll(/(?:url\(|@import)\s*['"]?([^'")\s;]+)/g)])
  .map(([, address]) => address ?? '')
  .filter((address) => !address.startsWith('data:'));

/** Modules that the page's scripts import by address. */
export const importedModules = scripts
  .flatMap((script) => [...script.matchAll(/^\s*import\s[^;]*?from\s*["']([^"']+)["']/gm)])
  .map(([, address]) => address ?? '');

/** Directives of the page's content security policy, by name. */
export const policy = new Map(
  elements
    .filter((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy')
    .flatMap((element) => (attribute(element, 'content') ?? '').split(';'))
    .map((directive) => directive.trim().split(' '))
    .map(([name = '', ...sources]) => [name, sources]),
);

/** A value that the page hands to its script, such as the document. */
export function constant(name: string): unknown {
  const found = new RegExp(`^\\s*const ${name} = (.*);$`, 'm').exec(scripts.at(-1) ?? '');
  return JSON.parse(found?.[1] ?? 'null');
}
