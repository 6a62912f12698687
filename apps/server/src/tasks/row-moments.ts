const MOMENTS = ['createdAt', 'startedAt', 'finishedAt', 'videoExpiresAt', 'inputReducedAt'];

/** Parses the moments of a row from a hand-written statement, which returns them as text. */
export function parseMoments<TItem extends object>(row: TItem): TItem {
  const moments = MOMENTS.flatMap((name) => {
    const text: unknown = Object.entries(row).find(([key]) => key === name)?.[1];
    return typeof text === 'string' ? [[name, new Date(text)] as const] : [];
  });
  return { ...row, ...Object.fromEntries(moments) };
}
