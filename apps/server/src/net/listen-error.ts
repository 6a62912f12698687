/** Thrown when the server cannot listen; the message names the variable to change. */
export class ListenError extends Error {
  readonly code = 'listen';
  override readonly name = 'ListenError';
}

/** Explains why the server cannot listen on an address, and which variable to change. */
export function listenError(
  { port, host, variable }: { readonly port: number; readonly host: string; readonly variable: string },
  cause: NodeJS.ErrnoException,
): ListenError {
  const message =
    cause.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is already in use: set ${variable} to a free one.`
      : `Cannot listen on ${host}:${port} (${cause.message}): set ${cause.code === 'EACCES' ? variable : 'HOST'} to another value.`;
  return new ListenError(message, { cause });
}
