/** Base of objects that inherit nothing. `Object.create(null)` would create objects whose members are read slowly. */
class Bare {
  [name: string]: unknown;
}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, 'constructor');

/** Makes an object that inherits nothing: zod would take what every object inherits for a member that is not there. */
export function bareObject(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const bare: Record<string, unknown> = new Bare();
  for (const [name, value] of members) bare[name] = value;
  return bare;
}
