import { ClientError } from '@keyframe/openapi-runtime/client';

/** Error thrown when the body of a response has more bytes than a result may have. */
export class ResultTooLargeError extends ClientError {
  override readonly name = 'ResultTooLargeError';
  readonly code = 'result_too_large';

  /** Names the limit: `the limit of 10 bytes`. */
  constructor(status: number, limit: string) {
    const applied = status < 300 ? ', so the call was applied' : '';
    super(`The service answered with status ${status}${applied}, but its body is larger than ${limit}.`, {
      status,
    });
  }
}
