import { defineCommand, UsageError } from '@keyframe/openapi-tooling/command';

/** Prints the page of a check. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'explain a check',
  description: 'Prints what a check or rule means, with an example.',
  arguments: ['<check>'],
  options: {},
  async run({ positionals: [check] }, { out }) {
    const { explainCheck } = await import('../pages/pages.ts');
    const page = explainCheck(check);
    if (page === undefined) throw new UsageError(`Unknown check "${check}".`);
    out(page);
    return 0;
  },
});
