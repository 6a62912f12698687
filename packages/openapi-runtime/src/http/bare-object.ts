/** Makes an object that inherits nothing: zod would take what every object inherits for a member that is not there. */
export function bareObject(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const bare: Record<string, unknown> = Object.create(null);
  for (const [name, value] of members) bare[name] = value;
  return bare;
}
