// What no test shows yet, and why. The list may only shrink: an entry that a test shows is a finding.

/** Obligations (`RES-3 server`, `OPEN-1`) that wait for the same thing. */
export interface KnownGap {
  reason: string;
  obligations: readonly string[];
}

export const KNOWN_GAPS: readonly KnownGap[] = [];
