import { explainCheck } from '../pages/pages.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readWords } from './command.ts';

/** Prints the page of a check. */
export const explainCommand: Command = {
  usage: 'explain <check>\n\nPrints what a check or rule means, with an example.',
  run: async (words, { out }) => {
    const { positionals } = readWords(words, {}, ['<check>']);
    const [check = ''] = positionals;
    const page = explainCheck(check);
    if (page === undefined) throw new UsageError(`Unknown check "${check}".`);
    out(page);
    return 0;
  },
};
