/** A resource of the mock: the path of its kind, and the values of the path's parameters. */
export interface LocatedResource {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds the values of a path's parameters that lead to a resource, or below it. Other operations may have other names for the
 * parameters of the same path.
 */
export function fillParameters(
  path: string,
  { path: template, parameters }: LocatedResource,
): [name: string, value: string][] {
  const segments = path.split('/');
  const values: [name: string, value: string][] = [];
  for (const [index, segment] of template.split('/').entries()) {
    const [resourceName, name] = [segment, segments[index] ?? ''].map(readName);
    if (resourceName === undefined || name === undefined) {
      if (segment !== segments[index]) return [];
      continue;
    }
    const value = parameters[resourceName];
    if (value !== undefined) values.push([name, value]);
  }
  return values;
}

function readName(segment: string): string | undefined {
  return /\{([^{}]+)\}/.exec(segment)?.[1];
}
