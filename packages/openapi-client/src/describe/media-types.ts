/** Reports whether a media type is JSON, including vendor types such as `application/vnd.api+json`. */
export function isJsonType(name: string): boolean {
  return /[/+]json$/.test(parseEssence(name));
}

/** Returns a media type without its parameters, in lower case. */
export function parseEssence(name: string): string {
  return (name.split(';', 1)[0] ?? '').trim().toLowerCase();
}
