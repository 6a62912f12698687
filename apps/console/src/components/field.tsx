import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { useFieldError } from './form.tsx';

interface FieldText {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error of the value, announced when it appears; without it, that of the form. */
  readonly error?: string | undefined;
}

interface FieldIds {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A labelled control with its hint and its error. */
function Field({
  label,
  name,
  hint,
  error: ownError,
  children,
}: FieldText & { readonly name: string | undefined; readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const formError = useFieldError(name);
  const error = ownError ?? formError;
  const note = error === undefined ? hint : error;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <div
        id={`${id}-note`}
        className={error === undefined ? styles.hint : styles.error}
        role={error === undefined ? undefined : 'alert'}
        hidden={note === undefined}
      >
        {note}
      </div>
    </div>
  );
}

/** A line of text. */
export function TextField({ label, hint, error, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <Field label={label} name={input.name} hint={hint} error={error}>
      {(ids) => <input {...input} {...ids} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextAreaField({ label, hint, error, ...input }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} name={input.name} hint={hint} error={error}>
      {(ids) => <textarea {...input} {...ids} />}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** One of some values. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: FieldText & ComponentProps<'select'> & { readonly options: readonly Option[] }) {
  return (
    <Field label={label} name={select.name} hint={hint} error={error}>
      {(ids) => (
        <select {...select} {...ids}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no, with what it means beside it. */
export function CheckField({ label, hint, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" />
      <span>
        {label}
        {hint === undefined ? null : <span className={styles.hint}> {hint}</span>}
      </span>
    </label>
  );
}

/** The error of a group of fields, for instance of checkboxes with one name. */
export function FieldError({ name }: { readonly name: string }) {
  const error = useFieldError(name);
  return error === undefined ? null : (
    <div role="alert" className={styles.error}>
      {error}
    </div>
  );
}
