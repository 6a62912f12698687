import { isClientError } from './errors.ts';
import type { DataOf, OperationTypes, ResultOf, SuccessOf } from './operation-types.ts';
import type { Answer } from './read-response.ts';

/** A call under way: a promise of its data, which gives the response on request. */
export interface Call<TOperation extends OperationTypes> extends Promise<DataOf<TOperation>> {
  /** Gives status, media type and the response as well. */
  withResponse(): Promise<SuccessOf<TOperation>>;
  /** Gives every response that the document describes, also those that are no success, to be told apart by `status`. */
  result(): Promise<ResultOf<TOperation>>;
}

/** Makes what a generated function returns out of the call that is under way, which rejects where it is no success. */
export function callOf<TOperation extends OperationTypes>(
  answer: Promise<Answer>,
  mapError: (error: unknown) => unknown,
): Call<TOperation> {
  const fail = (error: unknown) => {
    throw mapError(error);
  };
  const data = answer.then((one) => one.data, fail);
  // Whoever asks for the response hears of the failure there; the promise of the data must not report it once more.
  const quietly = () => {
    data.catch(() => {});
    return answer;
  };
  const extra = {
    withResponse: () => quietly().catch(fail),
    result: () => quietly().catch((error: unknown) => failedAnswer(error) ?? fail(error)),
  };
  return Object.assign(data, extra) as Promise<unknown> as Call<TOperation>;
}

function failedAnswer(error: unknown): Answer | undefined {
  if (!isClientError(error) || error.code !== 'api_error') return undefined;
  const { status, contentType, data, response } = error as typeof error & Answer;
  return { ok: false, status, contentType, data, response };
}
