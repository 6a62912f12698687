import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/**
 * A modal dialog: the browser keeps the focus in it, closes it on Escape, and then returns the focus. It opens with the
 * focus on the element with `data-first-focus`, or else on its first field.
 */
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
    // The first field, not the button that closes.
    element?.querySelector<HTMLElement>('[data-first-focus], form :is(input, select, textarea)')?.focus();
    // Closed while it is still in the page: the browser then returns the focus. An effect would be too late.
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
