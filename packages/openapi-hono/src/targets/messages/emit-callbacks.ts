import { parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import type { Generation } from '../../generation.ts';
import { checkExpression } from './check-expression.ts';
import { emitMessages } from './message-module.ts';
import { listCallbacks } from './messages.ts';

/** Writes `callbacks.ts`: what operations send later, for the side that sends and the side that receives. */
export function emitCallbacks(generation: Generation): string {
  const callbacks = listCallbacks(generation.model);
  for (const { expression, pointer } of callbacks) {
    if (expression !== undefined) checkExpression(generation, pointer, () => parseTemplate(expression));
  }
  return emitMessages(generation, callbacks, { map: 'callbacks', type: 'Callback', word: 'callback' });
}
