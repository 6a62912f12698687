// <site-search>: the dialog of the search. It loads the pages when it is opened for the first time.
import { SearchEngine } from './search-engine.ts';

const GROUPS = [
  { part: 'docs', title: 'Guides and reference', limit: 8 },
  { part: 'internals', title: 'Decisions and checks', limit: 4 },
];
const EXCERPT_LENGTH = 140;

async function loadGroup(base, { part, title, limit }) {
  const response = await fetch(`${base}search/${part}.json`);
  if (!response.ok) throw new Error(`GET ${response.url} returned ${response.status}`);
  return { title, limit, engine: new SearchEngine(await response.json()) };
}

function create(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function shorten(text) {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …`;
}

function createResult(base, { page, sections }) {
  const address = base + page.path;
  const title = create('a', { href: address, className: 'search-result' }, page.title);
  const kind = create('span', { className: 'search-kind' }, page.kind);
  const text = create('p', {}, shorten(page.description));
  const links = sections.map(({ anchor, title: name }) =>
    create('li', {}, create('a', { href: `${address}#${anchor}` }, name)),
  );
  const list = links.length === 0 ? [] : [create('ul', { className: 'search-sections' }, ...links)];
  return create('li', {}, create('div', { className: 'search-head' }, title, kind), text, ...list);
}

customElements.define(
  'site-search',
  class extends HTMLElement {
    #groups;

    connectedCallback() {
      this.dialog = this.querySelector('dialog');
      this.input = this.querySelector('input');
      this.button = this.querySelector('.search-open');
      if (/Mac|iPhone|iPad/.test(navigator.platform)) {
        this.button.setAttribute('aria-keyshortcuts', 'Meta+K');
        this.querySelector('kbd').textContent = '⌘ K';
      }
      this.button.disabled = false;
      this.button.addEventListener('click', () => this.open());
      this.querySelector('.search-close').addEventListener('click', () => this.dialog.close());
      this.input.addEventListener('input', () => this.show());
      this.dialog.addEventListener('keydown', (event) => this.move(event));
      this.dialog.addEventListener('click', (event) => {
        if (event.target === this.dialog || event.target.closest('a') !== null) this.dialog.close();
      });
      addEventListener('keydown', (event) => this.handleShortcut(event));
    }

    handleShortcut(event) {
      const field =
        event.target instanceof HTMLElement ? event.target.closest('input, textarea, select') : null;
      // A field of a dialog that has just closed keeps the focus until the next frame.
      const isTyping = field?.checkVisibility() === true;
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut && (event.key !== '/' || isTyping)) return;
      event.preventDefault();
      if (this.dialog.open && isShortcut) this.dialog.close();
      else this.open();
    }

    open() {
      if (!this.dialog.open) this.dialog.showModal();
      this.input.focus();
      this.input.select();
      this.load();
    }

    /** Loads both groups; the first one is shown as soon as it is there. */
    load() {
      this.#groups ??= GROUPS.map((group) => {
        const loading = { group: undefined };
        loadGroup(this.dataset.base, group).then(
          (loaded) => {
            loading.group = loaded;
            this.show();
          },
          (error) => this.report(`Search failed: ${error.message}`),
        );
        return loading;
      });
    }

    report(status) {
      this.querySelector('.search-status').textContent = status;
    }

    show() {
      const query = this.input.value.trim();
      const groups = (this.#groups ?? []).flatMap(({ group }) => group ?? []);
      const found = groups
        .map(({ title, limit, engine }) => ({ title, results: engine.search(query, limit) }))
        .filter(({ results }) => results.length > 0);
      const lists = found.map(({ title, results }) =>
        create(
          'section',
          { ariaLabel: title },
          create('h2', {}, title),
          create('ol', {}, ...results.map((result) => createResult(this.dataset.base, result))),
        ),
      );
      this.querySelector('.search-results').replaceChildren(...lists);
      const count = found.reduce((sum, { results }) => sum + results.length, 0);
      this.dataset.query = query;
      if (query === '' || groups.length === 0) this.report('');
      else
        this.report(
          count === 0 ? `No page matches “${query}”.` : `${count} ${count === 1 ? 'page' : 'pages'}`,
        );
    }

    /** Arrow keys move through the results; Enter in the field opens the first one; Escape closes, even with a query. */
    move(event) {
      if (event.key === 'Escape') {
        event.preventDefault();
        this.dialog.close();
        return;
      }
      const links = [...this.querySelectorAll('.search-results a')];
      const index = links.indexOf(document.activeElement);
      if (event.key === 'Enter' && document.activeElement === this.input) links[0]?.click();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = index + step;
      if (next < 0) this.input.focus();
      else links[Math.min(next, links.length - 1)]?.focus();
    }
  },
);
