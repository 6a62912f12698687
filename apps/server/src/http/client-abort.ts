/** Tells whether a request's body broke off because its client was gone, which Node says in these words. */
export function isHangUp(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}
