import { recall, remember } from './storage.ts';

/** Light or dark: as the system has it, or as the user chose in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const STORED = 'keyframe-theme';

/** Reads the choice. */
export function readTheme(): Theme {
  const stored = recall(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows the page in a theme and remembers it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember(STORED, theme);
}
