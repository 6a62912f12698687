import '@keyframe/design-system/tokens.css';
import './styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, readTheme } from './theme.ts';

applyTheme(readTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
// A transition renders in slices, so that a slow phone responds to touches in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
