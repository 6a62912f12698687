/** The part of a document that a derivation rests on, the strongest first. */
export type EvidenceKind = 'link' | 'schema' | 'path' | 'name' | 'example';

/** The reason of a derivation. */
export interface Evidence {
  kind: EvidenceKind;
  /** The rule and what it found, in words. */
  text: string;
}

/** Formats evidence for people: `name, "limit" is one of the names of limit`. */
export function formatEvidence({ kind, text }: Evidence): string {
  return `${kind}, ${text}`;
}
