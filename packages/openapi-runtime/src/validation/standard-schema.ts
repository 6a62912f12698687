import { type Check, findIssue, type Issue } from './check.ts';

/** A schema as libraries accept it that follow Standard Schema 1.1 (standardschema.dev). */
export interface StandardSchema<TValue> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'keyframe';
    readonly validate: (
      value: unknown,
    ) => { readonly value: TValue; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    readonly types?: { readonly input: TValue; readonly output: TValue } | undefined;
  };
}

/** Creates a Standard Schema; it accepts or rejects a value, and never changes it. */
export function standardSchema<TValue>(check: Check): StandardSchema<TValue> {
  const validate = (value: unknown) => {
    const issue = findIssue(check, value);
    return issue ? { issues: [issue] } : { value: value as TValue };
  };
  return { '~standard': { version: 1, vendor: 'keyframe', validate } };
}
