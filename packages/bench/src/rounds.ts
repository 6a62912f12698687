import type { ComparedFigures } from './comparison.ts';
import { median } from './statistics.ts';

/** The two sides of a comparison, each measured once a call. */
export interface Sides<TFigures extends Record<string, number>> {
  readonly subject: () => Promise<TFigures>;
  readonly peer: () => Promise<TFigures>;
}

/** Each figure of both sides. */
export type ComparedSides<TFigures> = Readonly<Record<keyof TFigures, ComparedFigures>>;

/**
 * Measures two sides in turns, A B A B, so that other load of the machine affects both, and returns the medians.
 * The first turn of each warms it up and is dropped.
 */
export async function alternate<TFigures extends Record<string, number>>(
  rounds: number,
  { subject, peer }: Sides<TFigures>,
): Promise<ComparedSides<TFigures>> {
  const measured: { subject: TFigures[]; peer: TFigures[] } = { subject: [], peer: [] };
  for (let round = 0; round <= rounds; round += 1) {
    measured.subject.push(await subject());
    measured.peer.push(await peer());
  }
  const [subjects, peers] = [measured.subject.slice(1), measured.peer.slice(1)];
  const [first] = subjects;
  if (first === undefined) throw new RangeError('At least one round is needed.');
  const compared = Object.keys(first).map((name: keyof TFigures) => {
    const figures = (side: readonly TFigures[]) => side.map((round) => round[name] ?? Number.NaN);
    return [name, compare(figures(subjects), figures(peers))];
  });
  return Object.fromEntries(compared);
}

function compare(subjects: readonly number[], peers: readonly number[]): ComparedFigures {
  const figures = { subject: median(subjects), peer: median(peers) };
  if (peers.length < 2) return figures;
  const run = (parity: number) => median(peers.filter((_, index) => index % 2 === parity));
  return { ...figures, peerRuns: [run(0), run(1)] };
}
