import type { Problem } from '../problem.ts';
import type { Repairable } from './repairable.ts';
import { isLenient, type Lenience } from './repairs.ts';

/** Repairs what was found, and separates the warnings from the problems. */
export function applyFindings(
  findings: readonly Repairable[],
  lenience: Lenience | undefined,
): { problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  // Innermost first: a repair may move the inner parts.
  for (const finding of findings.toReversed()) {
    const { apply, discard, rule, pointer, message, repair } = finding;
    const reading = chooseReading(finding, lenience);
    if (reading !== 'ignore' && reading !== 'apply')
      (reading === 'report' ? problems : warnings).unshift({ rule, pointer, message, repair });
    if (reading === 'warn') discard?.();
    else if (reading !== 'ignore') apply();
  }
  return { problems, warnings };
}

function chooseReading(
  { rule, strict = 'report' }: Repairable,
  lenience: Lenience | undefined,
): NonNullable<Repairable['strict']> {
  if (strict === 'apply' || rule === 'pattern-escapes') return strict;
  return isLenient(lenience, rule) ? 'accept' : strict;
}
