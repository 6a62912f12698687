/** Gives the end of a scale, a round number whose half is whole. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const step = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, step * power);
}
