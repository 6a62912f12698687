import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton, CopyListener } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Stack } from './layout.tsx';
import { Notice } from './notice.tsx';

/**
 * A dialog with a secret to copy. The focus is on the button that copies, so that Enter never closes it; unless the
 * secret can be shown again, closing without a copy takes a confirmation.
 */
export function ShownOnce({
  title,
  secret,
  label,
  canShowAgain = false,
  onClose,
  intro,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  /** Name of the secret, as in "Copy the key". */
  readonly label: string;
  readonly canShowAgain?: boolean;
  readonly onClose: () => void;
  /** Shown above the secret. */
  readonly intro?: ReactNode;
  /** Shown below the secret. */
  readonly children?: ReactNode;
}) {
  const isCopied = useRef(canShowAgain);
  const [isAsking, setIsAsking] = useState(false);
  const noteCopy = () => {
    isCopied.current = true;
  };
  const close = () => {
    if (isCopied.current) onClose();
    else setIsAsking(true);
  };
  return (
    <>
      <Dialog title={title} onClose={close}>
        <CopyListener value={noteCopy}>
          {/* Also a copy of the selected text counts. */}
          <Stack onCopy={noteCopy}>
            {intro}
            <CodeBlock text={secret} label={label} hasCopy={false} />
            {children}
          </Stack>
          <DialogActions>
            <Button onClick={close}>Done</Button>
            <CopyButton text={secret} label={`Copy ${label}`} look="primary" isFirstFocus />
          </DialogActions>
        </CopyListener>
      </Dialog>
      {isAsking ? (
        <Dialog title={`Close without copying ${label}?`} onClose={() => setIsAsking(false)}>
          <Notice tone="warning">It was not copied, and it cannot be shown again.</Notice>
          <DialogActions>
            <Button look="danger" onClick={onClose}>
              Close without copying
            </Button>
            <Button look="primary" data-first-focus onClick={() => setIsAsking(false)}>
              Go back
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  );
}
