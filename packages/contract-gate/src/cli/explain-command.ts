import { defineCommand, UsageError } from '@keyframe/openapi-tooling/command';
import { suggestNames } from '@keyframe/openapi-tooling/names';

/** Prints the page of a check. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'explain a check',
  description: 'Prints what a check or rule means, with an example; without a check, the names of all.',
  arguments: ['[<check>]'],
  options: {},
  async run({ positionals: [check] }, { out, called }) {
    const { explainCheck, listCheckTexts } = await import('../pages/pages.ts');
    const names = listCheckTexts().map(({ name }) => name);
    const page = check === undefined ? names.join('\n') : explainCheck(check);
    if (page === undefined) {
      const hint = suggestNames(String(check), names);
      throw new UsageError(`Unknown check "${check}".${hint} "${called}" lists all checks.`);
    }
    out(page);
    return 0;
  },
});
