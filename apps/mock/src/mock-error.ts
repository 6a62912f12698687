/** Tells why the mock did not start; `code` is `port_taken` or `not_started`. */
export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: 'port_taken' | 'not_started';

  constructor(code: MockError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
