import type { Problem } from '../problem.ts';
import type { Repairable } from './repairable.ts';
import { isLenient, type Lenience } from './repairs.ts';

/** Repairs what was found, and separates the warnings from the problems. */
export function applyFindings(
  found: readonly Repairable[],
  lenience: Lenience | undefined,
): { problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  // Innermost first: a repair may move the inner parts.
  for (const { apply, rule, pointer, message, repair, strict = 'report' } of found.toReversed()) {
    const problem = { rule, pointer, message, repair };
    const reading = rule !== 'pattern-escapes' && isLenient(lenience, rule) ? 'accept' : strict;
    if (reading !== 'ignore') (reading === 'report' ? problems : warnings).unshift(problem);
    if (reading === 'accept' || reading === 'report') apply();
  }
  return { problems, warnings };
}
