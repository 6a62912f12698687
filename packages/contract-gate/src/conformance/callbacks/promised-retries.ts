import type { Operation } from '@keyframe/openapi-model';

/** What a document says of repeated deliveries. */
export interface RetryPromise {
  isPromised: boolean;
  /** Deliveries after the first one; undefined where no number is given. */
  count: number | undefined;
}

const PROMISE =
  /\b(?:retr(?:y|ies|ied)|repeat(?:s|ed)?|re-?deliver(?:s|ed|y)?|re-?sent|sent again|attempts?)\b/i;
const REFUSED = /\b(?:not|never|no)\s+(?:be\s+)?(?:retr|repeat|re-?deliver|re-?sent)/i;
const WORDS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
};
const COUNT =
  /\b(?:retr\w*|repeat\w*|re-?deliver\w*)\b[^.;]*?\b(?:up to|at most)?\s*(\d+|once|twice|one|two|three|four|five)(?:\s+(?:more\s+)?times)?\b/i;

/** Reads from the texts of an operation's callbacks whether a delivery that failed is repeated; a given number wins. */
export function promisedRetries({ callbacks }: Operation, given: number | undefined): RetryPromise {
  if (given !== undefined) return { isPromised: given > 0, count: given };
  const texts = callbacks.flatMap(({ operations }) =>
    operations.flatMap(({ description = '', summary = '', responses }) => [
      description,
      summary,
      ...responses.map((response) => response.description),
    ]),
  );
  const text = texts.find((one) => PROMISE.test(one) && !REFUSED.test(one));
  const number = text === undefined ? undefined : COUNT.exec(text)?.[1]?.toLowerCase();
  const count = number === undefined ? undefined : (WORDS[number] ?? Number(number));
  return { isPromised: text !== undefined, count };
}
