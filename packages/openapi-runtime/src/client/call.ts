import type { Answer } from './error-factory.ts';
import { isClientError } from './errors.ts';
import type { DataOf, OperationTypes, ResultOf, SuccessOf } from './operation-types.ts';

/** A running call: a promise of its data, which provides the response on request. */
export interface Call<TOperation extends OperationTypes> extends Promise<DataOf<TOperation>> {
  /** Returns status, media type and the response as well. */
  withResponse(): Promise<SuccessOf<TOperation>>;
}

type BodyAndResponse = Pick<Answer, 'data' | 'response'>;

/**
 * Makes what a generated function returns out of the call that is under way, which rejects where it is no success; a
 * client may describe responses in its own way.
 */
export function callOf<TOperation extends OperationTypes>(
  answer: Promise<BodyAndResponse>,
  describe?: (answer: BodyAndResponse) => unknown,
): Call<TOperation> {
  const call = answer.then(({ data }) => data) as Promise<unknown> as Call<TOperation>;
  call.withResponse = () => {
    // A caller that awaits the response handles the failure there; the promise of the data must not be reported as
    // unhandled too.
    call.catch(() => {});
    return answer.then(describe) as ReturnType<typeof call.withResponse>;
  };
  return call;
}

/** Returns every response that the document describes, including failures, discriminated by `status`. */
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
