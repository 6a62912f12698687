/** Base of every error that the client throws by itself; `code` is stable, the message is for people. */
export abstract class ClientError extends Error {
  abstract readonly code: string;
}
