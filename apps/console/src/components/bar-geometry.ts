// Geometry of a bar chart, apart from its drawing.

/** A segment of a stacked bar, in units of the drawing from its top. */
export interface Segment {
  readonly from: number;
  readonly height: number;
  /** Index of its series. */
  readonly at: number;
}

/** Stacks the values of a bar from the bottom of a drawing of some height. */
export function stackValues(values: readonly number[], maximum: number, height: number): Segment[] {
  let bottom = height;
  return values.map((value, at) => {
    const size = (value / maximum) * height;
    bottom -= size;
    return { from: bottom, height: size, at };
  });
}

/** Returns the index of the bar at a horizontal position; positions beyond the ends belong to the nearest bar. */
export function findBarIndex(
  x: number,
  { width, count }: { readonly width: number; readonly count: number },
): number {
  if (count === 0 || width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)));
}

/** Chooses the bars whose labels the axis shows: both ends and, if there is room, the middle. */
export function chooseTicks(count: number): number[] {
  if (count < 2) return count === 1 ? [0] : [];
  return count < 5 ? [0, count - 1] : [0, Math.floor((count - 1) / 2), count - 1];
}
