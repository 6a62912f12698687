import { OpenApiHonoError } from '../../errors.ts';

/** Is thrown for a runtime expression that the grammar does not allow, or that has no value where it is needed. */
export class ExpressionError extends OpenApiHonoError {
  readonly code = 'expression';
  readonly expression: string;

  constructor(expression: string, problem: string) {
    super(`The runtime expression ${expression} ${problem}`);
    this.expression = expression;
  }
}
