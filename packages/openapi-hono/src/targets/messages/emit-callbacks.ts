import { ExpressionError, parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import type { Generation } from '../../generation.ts';
import { emitMessages } from './message-module.ts';
import { listCallbacks } from './messages.ts';

/** Writes `callbacks.ts`: what operations send later, for the side that sends and the side that receives. */
export function emitCallbacks(generation: Generation): string {
  const callbacks = listCallbacks(generation.model);
  for (const { expression, pointer } of callbacks) refuseExpression(generation, expression, pointer);
  return emitMessages(generation, callbacks, { map: 'callbacks', type: 'Callback', word: 'callback' });
}

function refuseExpression(generation: Generation, expression: string | undefined, pointer: string): void {
  try {
    if (expression !== undefined) parseTemplate(expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    generation.errors.add(pointer, error.message, 'See OpenAPI 3.1, section 4.8.20.4 (Runtime Expressions).');
  }
}
