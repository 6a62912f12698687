import type { MediaType, RuleContext } from './redocly.ts';

/** Reports every body, of a response or of a request, that has no example. */
export function mediaTypeExample() {
  return {
    MediaType(mediaType: MediaType, { location, report }: RuleContext): void {
      const named = Object.keys(mediaType.examples ?? {}).length;
      if (named === 0 && mediaType.example === undefined) {
        report({ message: 'The body has no example; add one to `examples`.', location: location.key() });
      }
    },
  };
}
