import { Check, Copy } from 'lucide-react';
import { createContext, useContext, useEffect, useState } from 'react';
import { Button } from './button.tsx';

const CONFIRMATION_MS = 2000;

/** Called after a button below has copied its text. */
export const CopyListener = createContext<() => void>(() => undefined);

/** Copies a text and confirms that for a moment. */
export function CopyButton({
  text,
  label = 'Copy',
  isIcon = false,
  look = isIcon ? 'ghost' : 'secondary',
  isFirstFocus,
}: {
  readonly text: string;
  readonly label?: string;
  readonly isIcon?: boolean;
  readonly look?: 'primary' | 'secondary' | 'ghost';
  /** Whether the dialog that contains the button opens with the focus on it. */
  readonly isFirstFocus?: boolean;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const onCopied = useContext(CopyListener);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  // Pages without TLS have no clipboard, and a user may refuse access to it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
      onCopied();
    } catch {
      setOutcome('refused');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  const messages = { copied: 'Copied', refused: 'Select and copy it by hand' };
  const shown = outcome === undefined ? label : messages[outcome];
  return (
    <Button
      look={look}
      isIcon={isIcon}
      aria-label={isIcon ? shown : undefined}
      onClick={copy}
      data-first-focus={isFirstFocus}
    >
      <Icon size={14} aria-hidden />
      {isIcon ? null : <span aria-live="polite">{shown}</span>}
    </Button>
  );
}
