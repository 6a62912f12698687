import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { applyTheme, readTheme, type Theme } from '../theme.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Goes from the system's theme to light, to dark and back. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const Icon = ICONS[theme];
  const next = () => {
    applyTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <Button look="ghost" isIcon aria-label={`Theme: ${theme}. Switch to ${NEXT[theme]}`} onClick={next}>
      <Icon size={16} aria-hidden />
    </Button>
  );
}
