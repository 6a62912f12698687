import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const SHOWN_MS = 2000;

/** Copies a text and says so for a moment. */
export function CopyButton({
  text,
  label = 'Copy',
  isIcon = false,
}: {
  readonly text: string;
  readonly label?: string;
  readonly isIcon?: boolean;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  // Pages without TLS have no clipboard, and a user may refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  const said = { copied: 'Copied', refused: 'Select and copy it by hand' };
  const shown = outcome === undefined ? label : said[outcome];
  return (
    <Button
      look={isIcon ? 'ghost' : 'secondary'}
      isIcon={isIcon}
      aria-label={isIcon ? shown : undefined}
      onClick={copy}
    >
      <Icon size={14} aria-hidden />
      {isIcon ? null : <span aria-live="polite">{shown}</span>}
    </Button>
  );
}
