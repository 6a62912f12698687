/** Light or dark: as the system has it, or as the user chose in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const STORED = 'keyframe-theme';

/** Reads the choice; storage may be forbidden. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Shows the page in a theme and remembers it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // It holds until the page is left.
  }
}
