/** Gives the end of a scale: the next 1, 2 or 5 times a power of ten, at least 2 so that its half is whole. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const step = [1, 2, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, step * power);
}
