const SHORTEST = 4;

/** Creates a function that removes credentials from a text: a service may repeat what it receives. */
export function createRedactor(credentials: readonly (string | undefined)[]): (text: string) => string {
  const values = [...new Set(credentials.flatMap(listForms))]
    .filter((value) => value.length >= SHORTEST)
    .sort((left, right) => right.length - left.length);
  return (text) => values.reduce((redacted, value) => redacted.replaceAll(value, '[redacted]'), text);
}

// A credential may appear as JSON, in a URL, or as the user name and password that it consists of.
function listForms(credential: string | undefined): string[] {
  if (credential === undefined) return [];
  const [, ...password] = credential.split(':');
  return [
    credential,
    JSON.stringify(credential).slice(1, -1),
    encodeURIComponent(credential),
    Buffer.from(credential).toString('base64'),
    ...(password.length > 0 ? [password.join(':')] : []),
  ];
}
