// Requirements that no test verifies yet, with the reason. The list may only shrink: an entry that a test verifies is a finding.

/** Obligations (`RES-3 server`, `OPEN-1`) that wait for the same thing. */
export interface KnownGap {
  reason: string;
  obligations: readonly string[];
}

export const KNOWN_GAPS: readonly KnownGap[] = [];
