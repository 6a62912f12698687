// Inside of the head of every page. `<language-choice>` ends a group of tabs: as soon as the group is read, and before it
// is painted, it shows the language that was chosen last, on this page or on another.
const STORED = 'docs-language';

function listTabs(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(':scope > [role=tablist] > [role=tab]')];
}

function recall(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // It holds until the page is left.
  }
}

function show(group: Element, language: string | null): void {
  const tabs = listTabs(group);
  const chosen = tabs.find((tab) => tab.textContent === language);
  if (chosen === undefined) return;
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    panel?.toggleAttribute('data-shown', isChosen);
  }
}

/** Shows a language everywhere on the page; the tab that was used stays where it is in the window. */
function choose(tab: HTMLElement): void {
  const { top } = tab.getBoundingClientRect();
  for (const group of document.querySelectorAll('.language-tabs')) show(group, tab.textContent);
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  remember(tab.textContent);
}

/** Shows the tab that the address leads to; its heading is not seen. */
function followHash(group: Element): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target?.closest('[role=tabpanel]') ?? null;
  if (target === null || panel === null || !group.contains(panel)) return;
  const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
  show(group, tab?.textContent ?? null);
  if (target.closest('.sl-heading-wrapper') !== null) group.scrollIntoView();
}

function move(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const index = tabs.findIndex((tab) => tab === event.target);
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const next = steps[event.key];
  const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
  if (index === -1 || tab === undefined) return;
  event.preventDefault();
  choose(tab);
  tab.focus({ preventScroll: true });
}

/** Defines the element. */
export function defineLanguageChoice(): void {
  customElements.define('language-choice', LanguageChoice);
}

class LanguageChoice extends HTMLElement {
  connectedCallback(): void {
    const group = this.parentElement;
    const [first] = group === null ? [] : listTabs(group);
    if (group === null || first === undefined) return;
    const tabs = listTabs(group);
    show(group, first.textContent);
    show(group, recall());
    followHash(group);
    addEventListener('hashchange', () => followHash(group));
    const list = first.parentElement;
    list?.addEventListener('click', ({ target }) => {
      const tab = tabs.find((candidate) => candidate === target);
      if (tab !== undefined) choose(tab);
    });
    list?.addEventListener('keydown', (event) => move(event, tabs));
  }
}
