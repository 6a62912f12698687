import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { type CheckedControl, type FieldErrors, findFieldErrors, readRejectedField } from './field-errors.ts';
import { Notice } from './notice.tsx';

interface FormState {
  /** Messages at the fields. */
  readonly fields: FieldErrors;
  /** An error that belongs to no field. */
  readonly general: string | undefined;
}

const FormContext = createContext<FormState>({ fields: {}, general: undefined });

/** Returns the message at a field of the form around it. */
export function useFieldError(name: string | undefined): string | undefined {
  const { fields } = useContext(FormContext);
  return name === undefined ? undefined : fields[name];
}

type Control = CheckedControl & Pick<HTMLElement, 'focus'>;

function listControls(form: HTMLFormElement | null): Control[] {
  const elements = [...(form?.elements ?? [])] as (Element & Partial<Control>)[];
  return elements.filter(
    ({ name, validity }) => Boolean(name) && validity !== undefined,
  ) as unknown as Control[];
}

/**
 * A form whose errors are at their fields: first what the browser finds, then what the service rejects. The focus moves
 * to the first of them. Errors that belong to no field are shown by `FormError`.
 */
export function Form({
  className,
  error,
  onSubmit,
  children,
}: {
  readonly className?: string | undefined;
  /** The error of the last submission. */
  readonly error: unknown;
  readonly onSubmit: (data: FormData, form: HTMLFormElement) => void;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<FieldErrors>({});
  const [general, setGeneral] = useState<string>();
  const show = (errors: FieldErrors) => {
    setFields(errors);
    listControls(form.current)
      .find(({ name }) => name in errors)
      ?.focus();
  };
  useEffect(() => {
    const controls = listControls(form.current);
    const names = controls.map(({ name }) => name);
    const rejected = error === null ? {} : readRejectedField(error, names);
    setFields(rejected);
    controls.find(({ name }) => name in rejected)?.focus();
    const isGeneral = error !== null && Object.keys(rejected).length === 0;
    setGeneral(isGeneral ? describeError(error) : undefined);
  }, [error]);
  return (
    <FormContext value={{ fields, general }}>
      <form
        ref={form}
        className={className}
        noValidate
        onInput={({ target }) => {
          const { name } = target as Partial<Control>;
          if (name !== undefined && name in fields) {
            setFields(Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)));
          }
        }}
        onSubmit={(event) => {
          event.preventDefault();
          const errors = findFieldErrors(listControls(event.currentTarget));
          show(errors);
          if (Object.keys(errors).length === 0)
            onSubmit(new FormData(event.currentTarget), event.currentTarget);
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}

/** The error of the form around it that belongs to no field. */
export function FormError() {
  const { general } = useContext(FormContext);
  return general === undefined ? null : <Notice tone="danger">{general}</Notice>;
}
