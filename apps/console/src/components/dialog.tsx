import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/** A modal dialog: the browser keeps the focus in it, closes it by Escape, and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Who is asked for something begins there, not at the button that closes.
    element?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    // Closed while it is still in the page, which an effect would be too late for: so the focus returns to what had it.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <Button look="ghost" isIcon aria-label="Close" onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

/** The buttons of a dialog, the one that acts at the end. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
