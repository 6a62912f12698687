// Follows jobs until they end: each response on the way is checked.
import type { Phase } from './phase.ts';

/** Starts one job of each kind and polls it. */
export const runJobs: Phase = async ({ pool, operations }) => {
  const tested = new Set(operations);
  const kinds = pool.collections.filter(
    ({ create, read }) =>
      create !== undefined &&
      read !== undefined &&
      tested.has(read) &&
      create.responses.some(({ status }) => status === '202'),
  );
  await Promise.all(
    kinds.map(async (collection) => {
      const resource = await pool.provide(collection);
      if (resource) await pool.jobs.waitForEnd(resource);
    }),
  );
};
