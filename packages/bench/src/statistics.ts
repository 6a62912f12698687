/** Gives the value below which a share of the samples lies, by nearest rank; throws without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const value = sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)];
  if (value === undefined) throw new RangeError('No samples, so no percentile.');
  return value;
}

/** Gives the middle sample, or the mean of the two in the middle; throws without samples. */
export function median(samples: readonly number[]): number {
  const reversed = samples.map((sample) => -sample);
  return (percentile(samples, 0.5) - percentile(reversed, 0.5)) / 2;
}
