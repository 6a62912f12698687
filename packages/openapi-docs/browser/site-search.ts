// <site-search>: the dialog of the search. It loads the pages when it is opened for the first time.
import type { SearchEngine, SearchPage, SearchResult } from '../src/search/search-engine.ts';

/** A set of pages whose results have a heading of their own. */
export interface SearchGroup {
  readonly title: string;
  readonly limit: number;
  readonly engine: SearchEngine;
}

/** The pages that a site searches. */
export interface SearchSource {
  /** Loads each group; the first one is shown as soon as it is there. */
  readonly groups: readonly (() => Promise<SearchGroup>)[];
  readonly getAddress: (page: SearchPage, anchor: string) => string;
}

const EXCERPT_LENGTH = 140;

function create<TName extends keyof HTMLElementTagNameMap>(
  name: TName,
  properties: Partial<HTMLElementTagNameMap[TName]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[TName] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function shorten(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …`;
}

/** Defines the element for a site. */
export function defineSearch(source: SearchSource): void {
  customElements.define(
    'site-search',
    class extends SiteSearch {
      readonly source = source;
    },
  );
}

abstract class SiteSearch extends HTMLElement {
  abstract readonly source: SearchSource;
  #loading: { group: SearchGroup | undefined }[] | undefined;

  get #dialog() {
    return find(this, 'dialog');
  }

  get #input() {
    return find(this, 'input');
  }

  connectedCallback(): void {
    const button = find<HTMLButtonElement>(this, '.search-open');
    if (/Mac|iPhone|iPad/.test(navigator.platform)) {
      button.setAttribute('aria-keyshortcuts', 'Meta+K');
      find(this, 'kbd').textContent = '⌘ K';
    }
    button.disabled = false;
    button.addEventListener('click', () => this.#open());
    find(this, '.search-close').addEventListener('click', () => this.#dialog.close());
    this.#input.addEventListener('input', () => this.#show());
    this.#dialog.addEventListener('keydown', (event) => this.#move(event));
    this.#dialog.addEventListener('click', ({ target }) => {
      const isLink = target instanceof Element && target.closest('a') !== null;
      if (target === this.#dialog || isLink) this.#dialog.close();
    });
    addEventListener('keydown', (event) => this.#handleShortcut(event));
  }

  #handleShortcut(event: KeyboardEvent): void {
    const { target, key } = event;
    const field = target instanceof HTMLElement ? target.closest('input, textarea, select') : null;
    // A field of a dialog that has just closed keeps the focus until the next frame.
    const isTyping = field?.checkVisibility() === true;
    const isShortcut = key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (key !== '/' || isTyping)) return;
    event.preventDefault();
    if (this.#dialog.open && isShortcut) this.#dialog.close();
    else this.#open();
  }

  #open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
    this.#load();
  }

  #load(): void {
    this.#loading ??= this.source.groups.map((load) => {
      const loading: { group: SearchGroup | undefined } = { group: undefined };
      load().then(
        (group) => {
          loading.group = group;
          this.#show();
        },
        (error) => this.#report(`Search failed: ${error.message}`),
      );
      return loading;
    });
  }

  #report(status: string): void {
    find(this, '.search-status').textContent = status;
  }

  #show(): void {
    const query = this.#input.value.trim();
    const loaded = (this.#loading ?? []).map(({ group }) => group).filter((group) => group !== undefined);
    const matches = loaded
      .map(({ title, limit, engine }) => ({ title, results: engine.search(query, limit) }))
      .filter(({ results }) => results.length > 0);
    const lists = matches.map(({ title, results }) =>
      create(
        'section',
        { ariaLabel: title },
        create('h2', {}, title),
        create('ol', {}, ...results.map((result) => createResult(result, this.source.getAddress))),
      ),
    );
    find(this, '.search-results').replaceChildren(...lists);
    const count = matches.reduce((sum, { results }) => sum + results.length, 0);
    this.dataset.query = query;
    if (query === '' || loaded.length === 0) this.#report('');
    else if (count === 0) this.#report(`No page matches “${query}”.`);
    else this.#report(`${count} ${count === 1 ? 'page' : 'pages'}`);
  }

  /** Arrow keys move through the results; Enter in the field opens the first one; Escape closes, even with a query. */
  #move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#dialog.close();
      return;
    }
    const links = [...this.querySelectorAll<HTMLAnchorElement>('.search-results a')];
    const index = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Enter' && document.activeElement === this.#input) links[0]?.click();
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = index + step;
    if (next < 0) this.#input.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  }
}

function createResult({ page, sections }: SearchResult, getAddress: SearchSource['getAddress']): HTMLElement {
  const title = create('a', { href: getAddress(page, ''), className: 'search-result' }, page.title);
  const kind = create('span', { className: 'search-kind' }, page.kind);
  const text = create('p', {}, shorten(page.description));
  const links = sections.map(({ anchor, title: name }) =>
    create('li', {}, create('a', { href: getAddress(page, anchor) }, name)),
  );
  const list = links.length === 0 ? [] : [create('ul', { className: 'search-sections' }, ...links)];
  return create('li', {}, create('div', { className: 'search-head' }, title, kind), text, ...list);
}

function find<TName extends keyof HTMLElementTagNameMap>(
  root: Element,
  name: TName,
): HTMLElementTagNameMap[TName];
function find<TElement extends HTMLElement = HTMLElement>(root: Element, selector: string): TElement;
function find(root: Element, selector: string): Element {
  const element = root.querySelector(selector);
  if (element === null) throw new Error(`The page has no ${selector}.`);
  return element;
}
