/** Thrown if an action is understood but not allowed; its message is written for the person who attempted it. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  /** `forbidden`: the role of the person does not allow it. `conflict`: the current state does not. */
  readonly code: 'forbidden' | 'conflict';

  constructor(code: AuthError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
