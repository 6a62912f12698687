// Messages about fields of a form, in words for people: from the browser's own checks and from the service's errors.
import { ApiError, type Error as ErrorBody } from '@keyframe/console-contract/client';

/** Messages by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The part of a form control that its message depends on. */
export interface CheckedControl {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly min?: string;
  readonly max?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly validity: Partial<ValidityState>;
}

/** Describes all fields that the browser finds invalid; the first message of each name counts. */
export function findFieldErrors(controls: readonly CheckedControl[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const control of controls) {
    const message = describeValidity(control);
    if (message !== undefined) errors[control.name] ??= message;
  }
  return errors;
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, such as ada@example.com.',
  url: 'Enter a full URL, such as https://app.example.com/hooks.',
};

function describeValidity(control: CheckedControl): string | undefined {
  const { validity } = control;
  if (validity.valid === true) return undefined;
  if (validity.badInput) return control.type === 'date' ? 'Enter a date.' : 'Enter a number.';
  if (validity.valueMissing) return 'Fill in this field.';
  if (validity.typeMismatch) return TYPE_MESSAGES[control.type] ?? 'The format is not accepted.';
  if (validity.tooShort) return `Enter at least ${control.minLength} characters.`;
  if (validity.tooLong) return `Enter at most ${control.maxLength} characters.`;
  if (validity.rangeUnderflow || validity.rangeOverflow) return describeRange(control);
  if (validity.stepMismatch) return 'Enter a whole number.';
  return control.title || 'The format is not accepted.';
}

function describeRange({ min = '', max = '' }: Pick<CheckedControl, 'min' | 'max'>): string {
  if (max === '') return `Enter a number of at least ${min}.`;
  return min === '' ? `Enter a number of at most ${max}.` : `Enter a number from ${min} to ${max}.`;
}

/** Returns the field that the service rejected, if the form has it, with a message without the API's names. */
export function readRejectedField(error: unknown, names: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const { param, message } = (error.data as Partial<ErrorBody> | null)?.error ?? {};
  const name = param?.split('/').at(-1);
  if (name === undefined || message === undefined || !names.includes(name)) return {};
  return { [name]: simplifyMessage(message) };
}

/** Rewrites `expires_at: must be in the future (got 2020-01-01)` as "Must be in the future." */
export function simplifyMessage(message: string): string {
  const text = message
    .replace(/^[\w./[\]-]+: /, '')
    .replace(/ \(got .*\)$/s, '')
    .replace(/\.$/, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
