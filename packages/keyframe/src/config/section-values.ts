// The options that a section of the configuration sets, with their locations in it.

import type { Command } from '../command/command.ts';
import type { CallSource } from '../command/read-call.ts';
import { CONFIG_NAME, checkMembers, type NamedApi } from './load-config.ts';

/** The sections of an API that set options of commands. */
export type Section = 'ci' | 'diff' | 'lint' | 'mcp' | 'mock' | 'roundTrip' | 'test' | OutputSection;
type OutputSection = 'client' | 'docs' | 'server' | 'types';

/** Members of sections that are no options. */
const MEMBERS: Readonly<Partial<Record<Section, readonly string[]>>> = {
  diff: ['against'],
  test: ['propertyRuns'],
};

const OUTPUTS: readonly Section[] = ['client', 'docs', 'server', 'types'];

/** Members of an API that are options of the commands with its checks. */
const SHARED = ['server', 'baseline', 'failOn'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Returns the members of a section. */
function findSection({ api }: NamedApi, section: Section | undefined): object {
  if (section === undefined) return {};
  const parent: Readonly<Partial<Record<Section, object>>> = isOutput(section)
    ? (api.outputs ?? {})
    : (api as object);
  return parent[section] ?? {};
}

/**
 * Reads which options of a command the configuration of an API sets. Throws UsageError for a member of the section that is not
 * an option.
 */
export function readSection(
  namedApi: NamedApi,
  section: Section | undefined,
  { options }: Pick<Command, 'options'>,
): Required<CallSource> {
  const members = findSection(namedApi, section);
  const path = `${CONFIG_NAME}: apis.${namedApi.name}`;
  const folder = section === undefined ? '' : `.${isOutput(section) ? 'outputs.' : ''}${section}`;
  const allowedNames = [...Object.keys(options).map(toCamelCase), ...((section && MEMBERS[section]) ?? [])];
  checkMembers(`${path}${folder}`, members, allowedNames);
  const { read = {} } = namedApi.api;
  const keys = [
    ...('fail-on' in options ? SHARED : []),
    ...(section === 'ci' ? (['report'] as const) : []),
    ...('consumers' in options ? (['consumers'] as const) : []),
  ];
  const shared = Object.fromEntries(keys.map((key) => [key, namedApi.api[key]]));
  const sources = [
    { location: path, values: shared as Values },
    { location: `${path}.read`, values: read as Values },
    { location: `${path}${folder}`, values: members as Values },
  ];
  const findSource = (key: string) =>
    sources.findLast(({ values }) => Object.hasOwn(values, key) && values[key] !== undefined);
  return {
    find: (name) => findSource(toCamelCase(name))?.values[toCamelCase(name)],
    label: (name) => `${findSource(toCamelCase(name))?.location ?? path}.${toCamelCase(name)}`,
  };
}

function isOutput(section: Section): section is OutputSection {
  return OUTPUTS.includes(section);
}

/** Names an option of the command line as the configuration does. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
