import { CONVENTION_OPTIONS } from '@keyframe/openapi-resources/conventions';
import { defineCommand, JSON_OPTION, type OptionTable } from '../command/command.ts';
import { CONSUMER_OPTION } from '../options/consumer-option.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { REPORT_OPTIONS } from '../options/report-options.ts';
import { SERVICE_OPTIONS } from '../options/service-options.ts';
import { USAGE_OPTIONS } from '../options/usage-options.ts';

const SHARED: OptionTable = {
  ...LOAD_OPTIONS,
  ...CONVENTION_OPTIONS,
  ...SERVICE_OPTIONS,
  ...USAGE_OPTIONS,
  ...CONSUMER_OPTION,
  ...REPORT_OPTIONS,
};

/** Describes the options that many commands have. */
export const optionsCommand = defineCommand({
  name: 'options',
  summary: 'describe the options that many commands have',
  description:
    'Describes the options for reading a document, for calling its service, for usage files, for reports and for output, which the help of a command only names.',
  arguments: [],
  options: JSON_OPTION,
  async run({ values: { json } }, { out }) {
    const options = Object.entries(SHARED).map(([name, { value = '', description, topic }]) => ({
      option: `--${name} ${value}`.trim(),
      topic,
      description,
    }));
    if (json) out(JSON.stringify({ options }));
    else for (const { option, description } of options) out(`${option}\n  ${description}`);
    return 0;
  },
});
