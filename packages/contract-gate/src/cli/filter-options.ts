import type { OptionTable } from '@keyframe/openapi-tooling/command';

/** The options of every command that can be about some operations only. */
export const FILTER_OPTIONS = {
  include: {
    value: '<what>',
    description: 'only "POST /v1/x", a path, an operationId, tag:x, a webhook or a JSON pointer (repeatable)',
    isRepeatable: true,
  },
  exclude: { value: '<what>', description: 'omit these (repeatable)', isRepeatable: true },
} as const satisfies OptionTable;
