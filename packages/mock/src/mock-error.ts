/** Error thrown when the mock cannot start or continue; `code` is `port_taken`, `not_started` or `died`. */
export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: 'port_taken' | 'not_started' | 'died';

  constructor(code: MockError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
