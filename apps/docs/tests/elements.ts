// Elements of a page parsed by parse5.
import type { DefaultTreeAdapterTypes } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/** Lists a node's elements, itself included, in the order of the page. */
export function elementsBelow(node: DefaultTreeAdapterTypes.Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsBelow) : [];
  return 'tagName' in node ? [node, ...children] : children;
}

/** The value of an attribute. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}
