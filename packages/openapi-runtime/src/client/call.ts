import type { Answer } from './error-factory.ts';
import { isClientError } from './errors.ts';
import type { DataOf, OperationTypes, ResultOf, SuccessOf } from './operation-types.ts';

/** A call under way: a promise of its data, which gives the response on request. */
export interface Call<TOperation extends OperationTypes> extends Promise<DataOf<TOperation>> {
  /** Gives status, media type and the response as well. */
  withResponse(): Promise<SuccessOf<TOperation>>;
}

/** Makes what a generated function returns out of the call that is under way, which rejects where it is no success. */
export function callOf<TOperation extends OperationTypes>(
  answer: Promise<Pick<Answer, 'data' | 'response'>>,
): Call<TOperation> {
  const data = answer.then((one) => one.data);
  const withResponse = () => {
    // Whoever asks for the response hears of the failure there; the promise of the data must not report it once more.
    data.catch(() => {});
    return answer;
  };
  return Object.assign(data, { withResponse }) as Promise<unknown> as Call<TOperation>;
}

/** Gives every response that the document describes, also those that are no success, to be told apart by `status`. */
export async function resultOf<TOperation extends OperationTypes>(
  call: Call<TOperation>,
): Promise<ResultOf<TOperation>> {
  try {
    return await call.withResponse();
  } catch (error) {
    if (!isClientError(error) || error.code !== 'api_error') throw error;
    const { status, contentType, data, response } = error as typeof error & Answer;
    return { ok: false, status, contentType, data, response } as ResultOf<TOperation>;
  }
}
