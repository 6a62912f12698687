import { KeyframeError } from '../errors/keyframe-error.ts';

/** A field of a request and what is wrong with it. */
export interface FieldProblem {
  /** A JSON pointer into the request, such as `/input/duration`. */
  param: string;
  message: string;
}

/** Error thrown by `parseVideoRequest`; it names every field that is wrong. Nothing was sent. */
export class InvalidFieldsError extends KeyframeError {
  override readonly name = 'InvalidFieldsError';
  override readonly code = 'invalid_fields';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    const told = problems.map(({ param, message }) => `${param.slice(1).replaceAll('/', '.')}: ${message}`);
    super(told.join('; '), { param: problems[0]?.param });
    this.problems = problems;
  }
}
