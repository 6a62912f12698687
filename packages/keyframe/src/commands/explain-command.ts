import { suggestNames } from '@keyframe/openapi-model/names';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';

/** Prints the page of a check. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'explain a check',
  description: 'Prints what a check or rule means, with an example; without a check, the names of all.',
  arguments: ['[<check>]'],
  options: JSON_OPTION,
  async run({ values: { json }, positionals: [check] }, { out, called }) {
    const { explainCheck, listCheckTexts } = await import('@keyframe/contract-gate/pages');
    const names = listCheckTexts().map(({ name }) => name);
    if (check === undefined) {
      out(json ? JSON.stringify({ checks: names }) : names.join('\n'));
      return 0;
    }
    const page = explainCheck(check);
    if (page === undefined) {
      const hint = suggestNames(check, names);
      throw new UsageError(`Unknown check "${check}".${hint} "${called}" lists all checks.`);
    }
    out(json ? JSON.stringify({ check, page }) : page);
    return 0;
  },
});
