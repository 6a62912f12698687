/** Reports whether every object inherits a name: zod's objects would find it in an empty one. */
export function isInheritedName(name: string): boolean {
  return name in {};
}
