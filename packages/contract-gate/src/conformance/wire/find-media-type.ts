import type { MediaType } from '@keyframe/openapi-model';
import { matchMediaType } from '@keyframe/openapi-runtime/media-type';
import { findHeader, type HeaderFields } from './wire.ts';

/** Finds the documented media type of a message by its Content-Type. */
export function findMediaType(
  content: readonly MediaType[],
  message: { headers: HeaderFields },
): MediaType | undefined {
  const sent = findHeader(message, 'content-type');
  const names = content.map(({ name }) => name);
  const match = sent === undefined ? undefined : matchMediaType(sent, names);
  return content.find(({ name }) => name === match);
}
