/** An absolute URI, its fragment apart; the fragment keeps its `#`, an absent one is `#`. */
export interface SplitUri {
  uri: string;
  fragment: string;
}

/** Resolves a URI reference; undefined if it is invalid. */
export function resolveUri(reference: string, base: string): SplitUri | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const fragment = url.hash || '#';
  url.hash = '';
  return { uri: url.href, fragment };
}
