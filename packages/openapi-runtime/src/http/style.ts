/**
 * The notation of a parameter, a header or a form field as text (OpenAPI 3.2, Style Values). `whole` is a query that is
 * one value, without a name (`in: querystring`).
 */
export type Style =
  | 'cookie'
  | 'deepObject'
  | 'form'
  | 'label'
  | 'matrix'
  | 'pipeDelimited'
  | 'simple'
  | 'spaceDelimited'
  | 'whole';

/** Writes a value in the default style of headers. */
export function writeSimple(value: unknown): string {
  return Array.isArray(value) ? joinItems(value, ',') : String(value);
}

/**
 * Joins the items of a list by a delimiter.
 * @throws RangeError for an item that contains it, and for a single empty item: it is written as an empty list is
 */
export function joinItems(items: readonly unknown[], delimiter: string): string {
  if (items.length === 1 && items[0] === '') throw new RangeError('[""] is written as an empty list is');
  return joinTexts(items, delimiter);
}

/**
 * Joins texts by a delimiter.
 * @throws RangeError for a text that contains it, since the receiving side would split that
 */
export function joinTexts(values: readonly unknown[], delimiter: string): string {
  for (const value of values) {
    if (String(value).includes(delimiter)) throw new RangeError(`"${value}" contains "${delimiter}"`);
  }
  return values.join(delimiter);
}
