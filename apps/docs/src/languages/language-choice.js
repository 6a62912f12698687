// Inside of the head of every page. `<language-choice>` ends a group of tabs: as soon as the group is read, and before it
// is painted, it shows the language that was chosen last, on this page or on another.
{
  const STORED = 'docs-language';
  const tabsOf = (group) => [...group.querySelectorAll(':scope > [role=tablist] > [role=tab]')];

  const recall = () => {
    try {
      return localStorage.getItem(STORED);
    } catch {
      return null;
    }
  };

  const remember = (language) => {
    try {
      localStorage.setItem(STORED, language);
    } catch {
      // It holds until the page is left.
    }
  };

  const show = (group, language) => {
    const tabs = tabsOf(group);
    const chosen = tabs.find((tab) => tab.textContent === language);
    if (chosen === undefined) return;
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).toggleAttribute('data-shown', isChosen);
    }
  };

  /** Shows a language everywhere on the page; the tab that was used stays where it is in the window. */
  const choose = (tab) => {
    const { top } = tab.getBoundingClientRect();
    for (const group of document.querySelectorAll('.language-tabs')) show(group, tab.textContent);
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
    remember(tab.textContent);
  };

  /** Shows the tab that the address leads to; its heading is not seen. */
  const followHash = (group) => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const panel = target?.closest('[role=tabpanel]');
    if (panel === undefined || panel === null || !group.contains(panel)) return;
    show(group, document.getElementById(panel.getAttribute('aria-labelledby')).textContent);
    if (target.closest('.sl-heading-wrapper') !== null) group.scrollIntoView();
  };

  const move = (event, tabs) => {
    const index = tabs.indexOf(event.target);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (index === -1 || next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    choose(tab);
    tab.focus({ preventScroll: true });
  };

  customElements.define(
    'language-choice',
    class extends HTMLElement {
      connectedCallback() {
        const group = this.parentElement;
        const tabs = tabsOf(group);
        const [first] = tabs;
        show(group, first.textContent);
        show(group, recall());
        followHash(group);
        addEventListener('hashchange', () => followHash(group));
        const list = first.parentElement;
        list.addEventListener('click', ({ target }) => tabs.includes(target) && choose(target));
        list.addEventListener('keydown', (event) => move(event, tabs));
      }
    },
  );
}
