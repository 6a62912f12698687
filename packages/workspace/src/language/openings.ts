// Comments, test titles and file names that begin with a relative or interrogative word are riddles: none is allowed.
import { basename } from 'node:path';

const OPENINGS = 'What|Whatever|Whoever|Whose|Which|Of|Where|Who|That|As|Is an?';
const COMMENT_LINE = new RegExp(String.raw`(?:^|\s)(?:/\*\*?|//|\*|--)\s+(?:${OPENINGS})\s`);
const TITLE_OPENING = new RegExp(String.raw`^(?:[A-Z]{3}-\d+ )*(?:${OPENINGS})\s`, 'i');
const FILE_OPENING = /^(?:what|whatever|whoever|whose|which|of|where|who|that|as)-/;

/** Lists the comments that begin so, and the name of the file if it does. */
export function findOpenings(path: string, text: string): string[] {
  const name = basename(path);
  const comments = path.endsWith('.md') ? [] : text.split('\n').filter((line) => COMMENT_LINE.test(line));
  return [...comments.map((line) => line.trim()), ...(FILE_OPENING.test(name) ? [name] : [])];
}

/** Reports whether a test title begins so, after any requirement ids. */
export function hasTitleOpening(title: string): boolean {
  return TITLE_OPENING.test(title);
}
