import { median } from './statistics.ts';

/** The two sides of a comparison, each measured once a call. */
export interface Sides<TFigures extends Record<string, number>> {
  readonly subject: () => Promise<TFigures>;
  readonly peer: () => Promise<TFigures>;
}

/** The medians of each side. */
export interface Medians<TFigures> {
  readonly subject: TFigures;
  readonly peer: TFigures;
}

function medians<TFigures extends Record<string, number>>(rounds: readonly TFigures[]): TFigures {
  const [first] = rounds;
  if (first === undefined) throw new RangeError('At least one round is needed.');
  const middle = Object.keys(first).map((name) => [
    name,
    median(rounds.map((round) => round[name] ?? Number.NaN)),
  ]);
  return Object.fromEntries(middle);
}

/**
 * Measures two sides in turns, A B A B, so that other load of the machine affects both, and returns the medians.
 * The first turn of each warms it up and is dropped.
 */
export async function alternate<TFigures extends Record<string, number>>(
  rounds: number,
  { subject, peer }: Sides<TFigures>,
): Promise<Medians<TFigures>> {
  const measured: { subject: TFigures[]; peer: TFigures[] } = { subject: [], peer: [] };
  for (let round = 0; round <= rounds; round += 1) {
    measured.subject.push(await subject());
    measured.peer.push(await peer());
  }
  return { subject: medians(measured.subject.slice(1)), peer: medians(measured.peer.slice(1)) };
}
