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
