// Compares paths whose parameters may have different names: `/pix/{uid}` and `/pix/{pix_uid}/cancel`.

/** Writes a path without the names of its parameters: `/things/{}`. */
export function writeTemplate(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** Reports whether a path is below that of a resource. */
export function isBelow(path: string, itemPath: string): boolean {
  const [inner, outer] = [writeTemplate(path), writeTemplate(itemPath)];
  return inner.startsWith(`${outer}/`) || inner.startsWith(`${outer}:`);
}

/** Maps the names of parameters of a path to those at the same positions of another one, up to the first difference. */
export function mapParameters(path: string, other: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const others = other.split('/');
  for (const [index, segment] of path.split('/').entries()) {
    const paired = others[index] ?? '';
    const [own, name] = [segment, paired].map((one) => /^\{([^{}]*)\}/.exec(one)?.[1]);
    if (own !== undefined && name !== undefined) names.set(own, name);
    else if (segment !== paired) break;
  }
  return names;
}
