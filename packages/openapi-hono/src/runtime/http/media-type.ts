/** Reads `type/subtype` out of a Content-Type, in lower case. */
function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Tells whether a media type is JSON, vendor types such as `application/vnd.api+json` included. */
export function isJson(contentType: string): boolean {
  return /^[^/\s]+\/(?:[^/\s]+\+)?json$/.test(essenceOf(contentType));
}

/** Finds the declared media type that a Content-Type is one of: the same, or the closest range. */
export function matchMediaType(contentType: string, declared: readonly string[]): string | undefined {
  const essence = essenceOf(contentType);
  const [type] = essence.split('/');
  const wanted = [essence, `${type}/*`, '*/*'];
  return wanted.flatMap((name) => declared.filter((one) => essenceOf(one) === name))[0];
}
