import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** A one-time link that is shown only now. */
export function ShownLink({
  title,
  link,
  onClose,
  children,
}: {
  readonly title: string;
  readonly link: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <CodeBlock text={link} label="the link" />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
