import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { Button } from '../components/button.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Mark } from './mark.tsx';
import styles from './shell.module.css';
import sidebarStyles from './sidebar.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame of every page: the menu beside it, or behind a button where the page is narrow. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = useRef(path);
  // A new page begins at its top, also for readers that follow the focus.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus();
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <aside className={styles.aside}>
        <Sidebar />
      </aside>
      <header className={styles.bar}>
        <Drawer key={path} />
        <Link href="/" className={sidebarStyles.brand}>
          <Mark />
          Keyframe <span>console</span>
        </Link>
      </header>
      <CommandPalette />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The menu of narrow pages; it is made anew, and so closed, with each page. */
function Drawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    // The menu is in it before it is shown, to take the focus.
    flushSync(() => setIsOpen(true));
    drawer.current?.showModal();
  };
  return (
    <>
      <Button look="ghost" isIcon aria-label="Open the menu" onClick={open}>
        <Menu size={18} aria-hidden />
      </Button>
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label="Menu"
        closedby="any"
        onClose={() => setIsOpen(false)}
      >
        {isOpen ? <Sidebar /> : null}
      </dialog>
    </>
  );
}
