/** Error thrown when a response has more bytes than the file of a result may have. */
export class ResultTooLargeError extends Error {
  readonly code = 'result_too_large';

  constructor(largest: number) {
    super(`The body is larger than the limit of ${largest} bytes.`);
    this.name = 'ResultTooLargeError';
  }
}
