import type { Candidate, CandidateMaker } from './candidate.ts';

const named = (value: number, label: string): Candidate => ({ value: Number(value.toPrecision(15)), label });

// No binary number is as much: one that is stored in single precision comes back as another.
const FRACTION = 0.3;

type BoundName = `${'exclusiveMax' | 'exclusiveMin' | 'max' | 'min'}imum`;

/** Tries the values around a bound. */
export function boundCandidates(keyword: BoundName): CandidateMaker {
  return ({ keywords: { [keyword]: bound } }, { schemaNodes }) => {
    if (bound === undefined) return [];
    const step = Math.max(0, ...schemaNodes.map(({ keywords }) => keywords.multipleOf ?? 0)) || 1;
    return [
      named(bound, 'the bound'),
      named(bound - step, 'a step below the bound'),
      named(bound + step, 'a step above the bound'),
      named(bound - FRACTION, 'a fraction below the bound'),
      named(bound + FRACTION, 'a fraction above the bound'),
      named(bound + (/min/i.test(keyword) ? -1 : 1) * 1_000 * step, 'a value far beyond the bound'),
    ];
  };
}

/** Tries multiples, and values between them. */
export const multipleCandidates: CandidateMaker = ({ keywords: { multipleOf: step } }, { value }) => {
  if (step === undefined || typeof value !== 'number') return [];
  return [
    named(value + step, 'the next multiple'),
    named(value + step / 2, 'a value between two multiples'),
    named(value + 1, 'the next integer'),
    named(value + step / 10, 'a value near a multiple'),
  ];
};
