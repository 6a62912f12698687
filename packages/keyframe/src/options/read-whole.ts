import { readLoadOptions } from './load-options.ts';

type LoadValues = Parameters<typeof readLoadOptions>[0];

/**
 * Converts the options for reading of a command that reads the whole document, and then is about some of its operations: a
 * test needs the others to create what it tests.
 */
export function readWhole(values: LoadValues) {
  const { include, exclude, ...load } = readLoadOptions(values);
  return { load, selection: { include, exclude } };
}
