import { OpenApiRuntimeError } from '../errors.ts';

/** Thrown for a runtime expression that the grammar does not allow, or that has no value where it is needed. */
export class ExpressionError extends OpenApiRuntimeError {
  readonly code = 'expression';
  readonly expression: string;

  constructor(expression: string, problem: string) {
    super(`The runtime expression ${expression} ${problem}`);
    this.expression = expression;
  }
}
