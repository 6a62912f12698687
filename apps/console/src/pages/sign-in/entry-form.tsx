import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Form, FormError } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Entry } from '../../shell/entry.tsx';
import styles from './entry-form.module.css';

/** The mutation of a form. */
interface Submission {
  readonly mutate: (data: FormData) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** The form of a page before the console: the error, the fields, and one button. */
export function EntryForm({
  action,
  submission,
  problem,
  children,
}: {
  /** Label of the button. */
  readonly action: string;
  readonly submission: Submission;
  /** Message instead of the submission's own error. */
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <Form className={styles.form} error={submission.error} onSubmit={(data) => submission.mutate(data)}>
        {problem === undefined ? <FormError /> : null}
        {children}
        <Button type="submit" look="primary" isWide isBusy={submission.isPending}>
          {action}
        </Button>
      </Form>
    </>
  );
}

/** A page without a form, which only links to the sign-in. */
export function SignInPrompt({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Entry title={title} text={text}>
      <ButtonLink href="/sign-in" isWide>
        Sign in
      </ButtonLink>
    </Entry>
  );
}
