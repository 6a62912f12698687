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

/** Distinguishes a URL of the web from a path, and from other URIs. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
