import { OpenApiRuntimeError } from '../errors.ts';
import { joinPointer } from '../json-pointer.ts';

/** Describes one departure of a response from its contract. */
export interface ResponseIssue {
  where: 'body' | 'header' | 'media type' | 'status';
  /** The name of the header, or the way into the body. */
  path: PropertyKey[];
  message: string;
}

/** Reports a response that departs from its contract: a defect of the server, so it is answered with 500. */
export class ResponseViolationError extends OpenApiRuntimeError {
  readonly code = 'response_violation';
  readonly operationId: string;
  readonly status: number;
  readonly issues: readonly ResponseIssue[];

  constructor(operationId: string, status: number, issues: readonly ResponseIssue[]) {
    super(`${operationId} answered ${status} against its contract: ${issues.map(describe).join('; ')}`);
    this.operationId = operationId;
    this.status = status;
    this.issues = issues;
  }
}

// Names the location by JSON pointer (RFC 6901), and no value: responses may contain data that logs must not contain.
function describe({ where, path, message }: ResponseIssue): string {
  const pointer = joinPointer(path);
  return `${where}${pointer === '' ? '' : ` ${pointer}`}: ${message}`;
}
