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
