/** The formats of streams of items (OpenAPI 3.2, Sequential Media Types). */
export type StreamFormat = 'events' | 'lines' | 'parts' | 'sequence';

/**
 * Classifies a media type: `events` for server-sent events, `lines` for JSON lines, `sequence` for JSON text sequences
 * (RFC 7464), `parts` for multipart bodies other than forms; undefined if it has no items.
 */
export function classifyStream(name: string): StreamFormat | undefined {
  const essence = (name.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (essence === 'text/event-stream') return 'events';
  if (/^application\/(?:.+\+)?(?:jsonl|x-jsonlines|jsonlines|ndjson|x-ndjson)$/.test(essence)) return 'lines';
  if (/^application\/(?:.+\+)?json-seq$/.test(essence)) return 'sequence';
  return /^multipart\/(?!form-data$)/.test(essence) ? 'parts' : undefined;
}
