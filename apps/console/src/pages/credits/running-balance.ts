// Balances along the ledger, computed backwards from the balances of its newest page.
import type { LedgerEntry, LedgerEntryPage, Mode } from '@keyframe/console-contract/client';

/** An entry with its effect on the credits that are available, and the available credits after it. */
export interface BalancedEntry extends LedgerEntry {
  /** Positive for grants and refunds, negative for reservations, 0 for charges: they spend reserved credits. */
  readonly change: number;
  /** Undefined if entries are missing from the list. */
  readonly balance: number | undefined;
}

const SIGNS: Readonly<Record<LedgerEntry['kind'], -1 | 0 | 1>> = {
  grant: 1,
  reserve: -1,
  charge: 0,
  refund: 1,
};

/**
 * Adds balances to the entries of consecutive pages, newest first. The first page was read in one snapshot with the
 * balances after its newest entry; `isComplete` says that no filter but the mode omits entries.
 */
export function addBalances(
  pages: readonly Pick<LedgerEntryPage, 'data' | 'balances'>[],
  isComplete: boolean,
): BalancedEntry[] {
  const [newest] = pages;
  if (newest === undefined) return [];
  const available: Record<Mode, number> = {
    live: newest.balances.live.available,
    test: newest.balances.test.available,
  };
  return pages
    .flatMap(({ data }) => data)
    .map((entry) => {
      const change = SIGNS[entry.kind] * entry.amount;
      const balance = available[entry.mode];
      available[entry.mode] -= change;
      return { ...entry, change, balance: isComplete ? balance : undefined };
    });
}
