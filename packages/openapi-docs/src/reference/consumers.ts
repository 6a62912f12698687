/** Names of those who use the parts of a document. */

/** Consumers by the pointers of the operations, parameters and members that they use. */
export type ConsumersByPointer = ReadonlyMap<string, readonly string[]>;

/** Describes who uses any of some parts; empty if nobody is known to. */
export function describeConsumers(
  consumers: ConsumersByPointer | undefined,
  pointers: readonly string[],
  verb = 'used',
): string[] {
  const names = new Set<string>();
  for (const pointer of pointers) for (const name of consumers?.get(pointer) ?? []) names.add(name);
  return names.size === 0 ? [] : [`${verb} by ${[...names].sort().join(', ')}`];
}
