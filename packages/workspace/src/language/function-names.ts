const POSTPOSITION = /[a-z\d](?:Of|In|At|For|From|To)$/;

/** Reports whether a function's name ends in a preposition, as `shapeOf` and `idIn` do. */
export function hasPostposition(name: string): boolean {
  return POSTPOSITION.test(name);
}
