/** Opens the folded parts of a page that contain an anchor, and scrolls to it. */
export function reveal(anchor: string): void {
  const target = document.getElementById(decodeURIComponent(anchor));
  if (target === null) return;
  for (let part: HTMLElement | null = target; part !== null; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target.scrollIntoView();
}

/** Follows the fragment of the address. */
export function followFragments(): void {
  addEventListener('hashchange', () => reveal(location.hash.slice(1)));
  if (location.hash !== '') reveal(location.hash.slice(1));
}
