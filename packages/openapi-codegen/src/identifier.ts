const RESERVED = new Set(
  `abstract any arguments as async await bigint boolean break case catch class const continue debugger default delete do
  else enum eval export extends false finally for function get if implements import in instanceof interface let
  never new null number object of package private protected public return set static string super switch symbol
  this throw true try type typeof undefined unknown var void while with yield`.split(/\s+/),
);

/** Assigns distinct identifiers to names of a document, deterministically and in order of arrival. */
export class Identifiers {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /**
   * Takes the name itself where that is a free identifier, else one made of it: with the word for its kind, if there is one, and with
   * a number otherwise.
   */
  take(name: string, kind?: string): string {
    const base = toIdentifier(name);
    const extended = kind === undefined || this.#isFree(base) ? base : appendWord(base, kind);
    let identifier = extended;
    for (let count = 2; !this.#isFree(identifier); count += 1) identifier = `${extended}${count}`;
    this.#taken.add(identifier);
    return identifier;
  }

  #isFree(identifier: string): boolean {
    return !this.#taken.has(identifier) && !RESERVED.has(identifier);
  }
}

/** Appends a word to a name in the name's own style: `TaskInput`, `task_input`. */
export function appendWord(name: string, word: string): string {
  return isSnakeCase(name) ? `${name}_${word.toLowerCase()}` : `${name}${word}`;
}

/** Checks whether a text is a name of JavaScript, including reserved words (ECMA-262, IdentifierName). */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

// `task.created-v2` -> `taskCreatedV2`, `get_files_id#get_shared_link` -> `get_files_id_get_shared_link`
function toIdentifier(name: string): string {
  if (isIdentifier(name)) return name;
  const words = name.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== '');
  const joined = isSnakeCase(name)
    ? words.join('_')
    : words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
  return isIdentifier(joined) ? joined : `_${joined}`;
}

function isSnakeCase(name: string): boolean {
  return /[^_]_[^_]/.test(name) && name === name.toLowerCase();
}

/** Writes a word with a capital first letter. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
