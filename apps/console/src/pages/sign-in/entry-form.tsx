import type { ReactNode } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Entry } from '../../shell/entry.tsx';
import styles from './entry-form.module.css';

/** What a form sends, and how that went: a mutation of TanStack Query. */
interface Submission {
  readonly mutate: (data: FormData) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** The form of a page before the console: what went wrong, the fields, and a button for all of them. */
export function EntryForm({
  action,
  submission,
  problem = submission.error === null ? undefined : describeError(submission.error),
  children,
}: {
  /** What the button says. */
  readonly action: string;
  readonly submission: Submission;
  /** What to say instead of the submission's own error. */
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submission.mutate(new FormData(event.currentTarget));
        }}
      >
        {children}
        <Button type="submit" look="primary" isWide isBusy={submission.isPending}>
          {action}
        </Button>
      </form>
    </>
  );
}

/** What a page says that leads no further than to the sign-in. */
export function ToSignIn({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Entry title={title} text={text}>
      <ButtonLink href="/sign-in" isWide>
        Sign in
      </ButtonLink>
    </Entry>
  );
}
