import { OpenApiRuntimeError } from '../errors.ts';

/** Describes one departure of a message from its contract. */
export interface MessageIssue {
  where: 'body' | 'contentType' | 'cookies' | 'headers' | 'params' | 'query';
  /** The way into that part. */
  path: PropertyKey[];
  message: string;
}

/** Thrown, before anything is sent, for a message that its document does not allow; `issues` lists all departures. */
export class MessageError extends OpenApiRuntimeError {
  readonly code = 'message_invalid';
  readonly issues: readonly MessageIssue[];

  constructor(id: string, issues: readonly MessageIssue[]) {
    const lines = issues.map(({ where, path, message }) => `${[where, ...path].join('.')}: ${message}`);
    super(`The message "${id}" violates its contract. ${lines.join('; ')}`);
    this.issues = issues;
  }
}
