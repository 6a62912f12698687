const POSTPOSITION = /[a-z\d](?:Of|In|At|For|From|To)$/;
// Terms of JSON Schema, and a verb.
const TERMS = /(?:^|[a-z])(?:multipleOf|(?:any|one|all)Of|sign(?:ed)?In)$/i;

/** Reports whether the name of a function or type ends in a preposition, as `shapeOf` and `IdIn` do. */
export function hasPostposition(name: string): boolean {
  return POSTPOSITION.test(name) && !TERMS.test(name);
}

const FILE_POSTPOSITION = /-(?:of|in|at|for|from|to)$/;
const FILE_TERMS = /(?:^|-)(?:multiple-of|any-of|one-of|all-of|sign-in)$/;
const FILE_OPENING = /^(?:what|whatever|whoever|whose|which|of|where|who|that|as)-/;

/** Returns the name of a file without its folder and extensions. */
export function getFileName(path: string): string {
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
  return name;
}

/** Reports whether the name of a file ends in a preposition, as `error-of` does. */
export function hasFilePostposition(name: string): boolean {
  return FILE_POSTPOSITION.test(name) && !FILE_TERMS.test(name);
}

/** Reports whether the name of a file begins with a relative or interrogative word, as `what-to-fill` does. */
export function hasFileOpening(name: string): boolean {
  return FILE_OPENING.test(name);
}
