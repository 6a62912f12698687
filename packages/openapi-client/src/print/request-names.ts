/** Reports whether openapi-typescript takes what is below a name for a part of a request. */
export function isRequestName(name: string): boolean {
  return /parameters|requestBod(?:y|ies)/.test(name);
}
