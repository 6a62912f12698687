import { SearchX } from 'lucide-react';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Message for something that does not exist, with a link elsewhere instead of a retry. */
export function NotFound({ text }: { readonly text: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Not found"
      actions={<ButtonLink href="/">Go to the start page</ButtonLink>}
    >
      {text} It may have been deleted, or the address may be incomplete.
    </EmptyState>
  );
}
