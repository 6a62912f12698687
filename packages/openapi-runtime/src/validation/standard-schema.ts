import { type Check, findIssue, type Handled, type Issue } from './check.ts';

/** A schema as libraries accept it that follow Standard Schema 1.1 (standardschema.dev). */
export interface StandardSchema<TOutput, TInput = TOutput> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'keyframe';
    readonly validate: (
      value: unknown,
    ) => { readonly value: TOutput; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
  };
}

/** Creates a Standard Schema; it accepts or rejects a value, and changes none without a conversion. */
export function standardSchema<TOutput, TInput = TOutput>(
  check: Check,
  convert: (value: unknown) => Handled = (value) => ({ value }),
): StandardSchema<TOutput, TInput> {
  const validate = (received: unknown) => {
    const { value, issue = undefined } = check.accepts(received)
      ? convert(received)
      : { value: received, issue: findIssue(check, received) };
    return issue ? { issues: [issue] } : { value: value as TOutput };
  };
  return { '~standard': { version: 1, vendor: 'keyframe', validate } };
}
