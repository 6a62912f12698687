import type { ApiError } from './errors.ts';
import type { Documented, FailureOf, OperationTypes } from './operation-types.ts';

type ErrorFor<TFailure> =
  TFailure extends Documented<false, infer TStatus extends number, infer TType, infer TData>
    ? ApiError<TStatus, TType, TData>
    : never;

/** The errors that a call of an operation rejects with for documented responses, discriminated by `status`. */
export type ApiErrorOf<TOperation extends OperationTypes> = ErrorFor<FailureOf<TOperation>>;
