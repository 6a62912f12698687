import type { ReactNode } from 'react';
import { ShownOnce } from './shown-once.tsx';

/** A dialog with a one-time link, which is shown only now. */
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
    <ShownOnce title={title} secret={link} label="the link" intro={<p>{children}</p>} onClose={onClose} />
  );
}
