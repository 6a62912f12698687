// Finds names in guides that do not exist, by kind.
import {
  ADMIN_COMMANDS,
  DIRECTIVES,
  isFile,
  LABELS,
  METRICS,
  OPTIONS,
  OTHERS,
  PATHS,
  SCRIPTS,
  SETTINGS,
  WORDS,
} from './known-names.ts';

/** A kind of names: its spelling, and a check whether a name exists. */
interface Kind {
  readonly kind: string;
  /** Its first group is the name. */
  readonly pattern: RegExp;
  readonly exists: (name: string, guide: string) => boolean;
}

/** The first word of each command: `team`, `key`. */
const ADMIN_GROUPS = [...new Set([...ADMIN_COMMANDS].map((command) => command.split(' ')[0]))];

/** The first kind with a matching pattern is used. */
const KINDS: readonly Kind[] = [
  {
    kind: 'setting',
    pattern: /^([A-Z][A-Z0-9]*_[A-Z0-9_]*|[A-Z]{3,})(?:=.*)?$/,
    exists: (name) => SETTINGS.has(name) || OTHERS.has(name) || WORDS.has(name),
  },
  { kind: 'path', pattern: /^(?:(?:GET|POST) )?(\/[\w{}/.*-]*)$/, exists: (name) => PATHS.includes(name) },
  {
    kind: 'metric',
    pattern: /^((?:keyframe|http_server|db_client)_\w+)$/,
    exists: (name) => METRICS.has(name) || LABELS.has(name),
  },
  { kind: 'directive', pattern: /^#sandbox:(\w+)/, exists: (name) => DIRECTIVES.has(name) },
  {
    kind: 'command',
    pattern: new RegExp(`(?:^|-- )((?:${ADMIN_GROUPS.join('|')}) [a-z-]+)(?: |$)`),
    exists: (name) => ADMIN_COMMANDS.has(name),
  },
  {
    kind: 'script',
    // Commands of `npm run admin` have a rule of their own.
    pattern: /^npm (?:run )?(?:--silent )?([\w:-]+)(?: -- |$)/,
    exists: (name) => SCRIPTS.has(name),
  },
  {
    kind: 'file',
    pattern: /^([\w./-]+(?:\.(?:ts|yaml|md|json)|Caddyfile))$/,
    // A guide may introduce one of the reader's own, as the name of a block or in words.
    exists: (name, guide) => isFile(name) || guide.includes(` ${name}\n`) || guide.includes(`as \`${name}\``),
  },
];

/** Collects the words of the files of a guide, which tests write and run. */
function readFileWords(guide: string): Set<string> {
  const blocks = [...guide.matchAll(/^```\w+ [\w-]+\.\w+\n([\s\S]*?)^```$/gm)];
  return new Set(blocks.flatMap(([, text = '']) => text.match(/[A-Za-z_][\w-]*/g) ?? []));
}

/** Describes the problem of a name that a guide has in backquotes; undefined if the name exists. */
export function findNameProblem(name: string, guide: string): string | undefined {
  const text = name.trim();
  if (OTHERS.has(text)) return undefined;
  const options = [...text.matchAll(/(?:^| )--([a-z][\w-]*)/g)].map(([, option = '']) => option);
  const unknownOption = options.find((option) => !OPTIONS.has(option));
  if (unknownOption !== undefined) return `no option --${unknownOption}`;
  for (const { kind, pattern, exists } of KINDS) {
    const [, found] = pattern.exec(text) ?? [];
    if (found !== undefined) return exists(found, guide) ? undefined : `no ${kind} ${found}`;
  }
  const words = text.replaceAll(/(?:^| )--[\w-]+/g, '').match(/[A-Za-z_][\w-]*/g) ?? [];
  const fileWords = readFileWords(guide);
  const unknown = words.find(
    (word) => ![WORDS, OTHERS, SETTINGS, METRICS, LABELS, fileWords].some((names) => names.has(word)),
  );
  return unknown === undefined ? undefined : `nothing called ${unknown}`;
}
