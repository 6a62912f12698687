import type { Generation } from '../../generation.ts';
import { emitMessages } from './message-module.ts';
import { listWebhooks } from './messages.ts';

/** Writes `webhooks.ts`: what the document sends by itself, for the side that sends and the side that receives. */
export function emitWebhooks(generation: Generation): string {
  const names = { map: 'webhooks', type: 'Webhook', word: 'webhook' };
  return emitMessages(generation, listWebhooks(generation.model), names);
}
