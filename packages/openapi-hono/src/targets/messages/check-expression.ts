import { ExpressionError } from '@keyframe/openapi-runtime/server';
import type { Generation } from '../../generation.ts';

/** Refuses a text that is not parsed since it is written as no runtime expression can be. */
export function checkExpression({ errors }: Generation, pointer: string, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    errors.add(pointer, error.message, 'See OpenAPI 3.1, section 4.8.20.4 (Runtime Expressions).');
  }
}
