import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** A dialog with what is shown only now; it asks for nothing. */
export function ShownOnce({ title, onClose, children }: ComponentProps<typeof Dialog>) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
