/** The notation of a parameter, a header or a form field as text (OpenAPI 3.1, Style Values). */
export type Style =
  | 'deepObject'
  | 'form'
  | 'label'
  | 'matrix'
  | 'pipeDelimited'
  | 'simple'
  | 'spaceDelimited';
