// What no test shows yet, and why. The list may only shrink: an entry that a test shows is a finding.

/** Obligations (`RES-3 server`, `OPEN-1`) that wait for the same thing. */
export interface LeftOpen {
  reason: string;
  obligations: readonly string[];
}

export const LEFT_OPEN: readonly LeftOpen[] = [
  {
    reason: 'Breaking changes are refused by packages/contract-gate, which is not built yet.',
    obligations: ['OPEN-15'],
  },
];
