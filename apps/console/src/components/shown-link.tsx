import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { ShownOnce } from './shown-once.tsx';

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
    <ShownOnce title={title} onClose={onClose}>
      <p>{children}</p>
      <CodeBlock text={link} label="the link" />
    </ShownOnce>
  );
}
