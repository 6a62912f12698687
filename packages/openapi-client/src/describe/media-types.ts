/** Tells whether a media type is JSON, vendor types such as `application/vnd.api+json` included. */
export function isJsonType(name: string): boolean {
  return /[/+]json$/.test(essenceOf(name));
}

/** Gives a media type without its parameters, in lower case. */
export function essenceOf(name: string): string {
  return (name.split(';', 1)[0] ?? '').trim().toLowerCase();
}
