/** Converts sections in several languages, which follow each other in Markdown, to tabs. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Titles of sections that become tabs where two or more of them follow each other. */
const LANGUAGES: ReadonlySet<string> = new Set(['curl', 'TypeScript', 'Python', 'Go']);

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** A heading's section: the heading and what follows it. */
interface Section {
  readonly heading: Heading;
  readonly nodes: Node[];
}

/** Groups the sections of a page that differ in their language into tabs; without a script they stay visible. */
export function withLanguageTabs(page: string): string {
  const fragment = parseFragment(page);
  for (const parent of [fragment, ...findColumns(fragment)]) groupSections(parent);
  return serialize(fragment);
}

/** Finds the columns of a page of the reference. */
function findColumns(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  const columns: Element[] = [];
  for (const node of parent.childNodes)
    if ('tagName' in node && attribute(node, 'class')?.startsWith('operation'))
      columns.push(node, ...findColumns(node));
  return columns;
}

/** Groups the sections of an element. */
function groupSections(parent: DefaultTreeAdapterTypes.ParentNode): void {
  const nodes: Node[] = [];
  let run: Section[] = [];
  const endRun = () => {
    if (run.length > 1) nodes.push(tabs(run));
    else for (const section of run) nodes.push(...section.nodes);
    run = [];
  };
  for (const node of parent.childNodes) {
    const heading = parseHeading(node);
    const level = run[0]?.heading.level ?? 0;
    if (heading !== undefined && (heading.level <= level || run.length === 0)) {
      const isTab = LANGUAGES.has(heading.text);
      if (!isTab || heading.level !== level) endRun();
      if (isTab) {
        run.push({ heading, nodes: [node] });
        continue;
      }
    }
    (run.at(-1)?.nodes ?? nodes).push(node);
  }
  endRun();
  parent.childNodes = nodes;
}

interface TocItem {
  readonly text: string;
  readonly children: TocItem[];
}

/** Removes sections that are tabs from a table of contents. */
export function withoutLanguageTabs<TItem extends TocItem>(items: readonly TItem[]): TItem[] {
  const isLanguage = items.map(({ text }) => LANGUAGES.has(text));
  return items
    .filter((_, index) => !(isLanguage[index] && (isLanguage[index - 1] || isLanguage[index + 1])))
    .map((item) => ({ ...item, children: withoutLanguageTabs(item.children) }));
}

/** Reads a heading, which Starlight puts into an element with the link to it. */
function parseHeading(node: Node): Heading | undefined {
  if (!('tagName' in node)) return undefined;
  const isWrapper = attribute(node, 'class')?.includes('sl-heading-wrapper');
  const element = isWrapper ? node.childNodes.find((child) => 'tagName' in child) : node;
  if (element === undefined || !('tagName' in element) || !/^h[1-6]$/.test(element.tagName)) return undefined;
  return {
    level: Number(element.tagName.slice(1)),
    text: readText(element).trim(),
    id: attribute(element, 'id') ?? '',
  };
}

function tabs(run: readonly Section[]): Element {
  const buttons = run.map(({ heading: { id, text } }, index) =>
    create(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${id}-tab`,
        'aria-controls': `${id}-panel`,
        'aria-selected': String(index === 0),
        tabindex: index === 0 ? '0' : '-1',
      },
      [defaultTreeAdapter.createTextNode(text)],
    ),
  );
  const panels = run.map(({ heading: { id }, nodes }) =>
    create('div', { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-tab` }, nodes),
  );
  // The last element is connected after the panels, and before the page is painted.
  return create('div', { class: 'language-tabs' }, [
    create('div', { role: 'tablist', 'aria-label': 'Language', 'data-pagefind-ignore': '' }, buttons),
    ...panels,
    create('language-choice', {}, []),
  ]);
}

function create(name: string, attributes: Readonly<Record<string, string>>, children: Node[]): Element {
  const pairs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const element = defaultTreeAdapter.createElement(name, html.NS.HTML, pairs);
  for (const child of children) defaultTreeAdapter.appendChild(element, child);
  return element;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

function readText(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(readText).join('') : '';
}
