const OPENINGS = 'What|Whatever|Whoever|Whose|Which|Of|Where|Who|That|As|Is an?';
const COMMENT_LINE = new RegExp(String.raw`(?:^|\s)(?:/\*\*?|//|\*|--)\s+(?:${OPENINGS})\s`);
const TITLE_OPENING = new RegExp(String.raw`^(?:[A-Z]{3}-\d+ )*(?:${OPENINGS})\s`, 'i');

/** Reports whether a line of source is a comment that begins with a relative or interrogative word. */
export function hasCommentOpening(line: string): boolean {
  return COMMENT_LINE.test(line);
}

/** Reports whether a test title begins with such a word, after any requirement ids. */
export function hasTitleOpening(title: string): boolean {
  return TITLE_OPENING.test(title);
}
