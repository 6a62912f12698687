// The texts of the checks, for the docs and for `keyframe explain`.
import * as checks from '../conformance/checks/index.ts';
import { describeBasis } from '../conformance/session/basis.ts';
import { DOCUMENT_RULES, type DocumentRule } from '../diff/document-rules.ts';
import { SCHEMA_RULES, type SchemaRule } from '../diff/schema/schema-rules.ts';
import { OWN_CHECKS } from './own-checks.ts';

/** The text of one check, or of one rule for schemas in all messages. */
export interface CheckText {
  /** The id of the check; `schema-` and the name of a rule for schemas. */
  name: string;
  group: CheckGroup;
  /** Markdown without a heading. */
  text: string;
}

/** The groups of the checks, with their titles. */
export const CHECK_GROUPS = {
  responses: 'Checks of responses',
  requests: 'Checks of requests',
  security: 'Checks of credentials',
  resources: 'Checks of resources',
  lists: 'Checks of lists',
  callbacks: 'Checks of callbacks',
  'document-changes': 'Breaking changes of a document',
  'schema-changes': 'Breaking changes of schemas',
  tools: 'Findings of other commands',
} as const;

export type CheckGroup = keyof typeof CHECK_GROUPS;

// The first match counts.
const CONFORMANCE_GROUPS: readonly (readonly [CheckGroup, RegExp])[] = [
  ['callbacks', /^(?:callback|webhook|state-reverted)-/],
  ['lists', /^(?:list|page|filter|order|total)-/],
  ['security', /^(?:unauthenticated|insufficient-scope|public-operation|trace|other-owner)-/],
  [
    'responses',
    /^(?:body|header|media-type-undocumented|status|problem|language|stack|server-error|response)/,
  ],
  ['responses', /^(?:accept-ignored|head-differs)$/],
  [
    'requests',
    /^(?:valid|invalid|malformed|example|operation|idempotency|undocumented|allow|paths|server-hangs|media-type-rejected)/,
  ],
  ['resources', /./],
];

const MESSAGES = ['request', 'response', 'callback-request', 'callback-response'] as const;

/** Lists the texts of all checks. */
export function listCheckTexts(): CheckText[] {
  const schemas = Object.entries<SchemaRule>(SCHEMA_RULES).map(([name, rule]) => ({
    name: `schema-${name}`,
    group: 'schema-changes' as const,
    text: describeSchemaRule(name, rule),
  }));
  const documents = Object.entries<DocumentRule>(DOCUMENT_RULES).map(
    ([name, { level, title, explanation }]) => ({
      name,
      group: 'document-changes' as const,
      text: joinParagraphs(`${title}. ${explanation}`, `Level: ${level}. Found by \`keyframe diff\`.`),
    }),
  );
  const ownChecks = Object.entries(OWN_CHECKS).map(([name, { title, explanation, command }]) => ({
    name,
    group: 'tools' as const,
    text: joinParagraphs(`${title}. ${explanation}`, `Found by \`keyframe ${command}\`.`),
  }));
  const conformance = Object.values(checks).map(({ id, title, explanation, basis }) => ({
    name: id,
    group: CONFORMANCE_GROUPS.find(([, pattern]) => pattern.test(id))?.[0] ?? 'resources',
    text: joinParagraphs(`${title}. ${explanation}`, `${describeBasis(basis)} Found by \`keyframe test\`.`),
  }));
  return [...conformance, ...documents, ...schemas, ...ownChecks];
}

/** Returns the Markdown of a check; undefined if there is no such check. */
export function explainCheck(check: string): string | undefined {
  const text = findCheckText(check);
  return text && `# ${text.name}\n\n${text.text}`;
}

const SOURCES = 'https://github.com/keyframe/keyframe/blob/main/packages/contract-gate/src/';
const SOURCE_FILES: Readonly<Partial<Record<CheckGroup, string>>> = {
  'document-changes': 'diff/document-rules.ts',
  'schema-changes': 'diff/schema/schema-rules.ts',
  tools: 'pages/own-checks.ts',
};

/** Returns the URL of the module with the text of a check; that of the README if the check is unknown. */
export function checkUrl(check: string): string {
  const text = findCheckText(check);
  if (!text) return new URL('../README.md', SOURCES).href;
  return `${SOURCES}${SOURCE_FILES[text.group] ?? `conformance/checks/${text.name}.ts`}`;
}

let texts: ReadonlyMap<string, CheckText> | undefined;

// The rules for schemas have one text for all messages, those of another tool one for all of its rules.
function findCheckText(check: string): CheckText | undefined {
  texts ??= new Map(listCheckTexts().map((text) => [text.name, text]));
  const message = [...MESSAGES].reverse().find((name) => check.startsWith(`${name}-`));
  const schema = message && `schema-${check.slice(message.length + 1)}`;
  const prefix = ['redocly', 'doctor'].find((name) => check.startsWith(`${name}-`));
  const names = [check, schema, prefix && `${prefix}-rule`];
  return names.map((name) => texts?.get(name ?? '')).find((text) => text !== undefined);
}

const EFFECTS: Readonly<Record<SchemaRule['effect'], string>> = {
  narrower: 'Fewer values are accepted, which breaks senders.',
  wider: 'More values are accepted, which breaks receivers.',
  either: 'The effect is determined by validating values near the bounds of both versions.',
  note: 'The same values are accepted, but their meaning changed.',
};

function describeSchemaRule(name: string, rule: SchemaRule): string {
  const { title, explanation, effect, levels } = rule;
  const client = levels?.client ?? (effect === 'narrower' ? 'error' : 'info');
  const server = levels?.server ?? (effect === 'wider' ? 'error' : 'info');
  const rows = MESSAGES.map((message) => {
    const isClient = message === 'request' || message === 'callback-response';
    return `| \`${message}-${name}\` | ${isClient ? 'the client' : 'the server'} | ${isClient ? client : server} |`;
  });
  return joinParagraphs(
    `${title}. ${explanation}`,
    EFFECTS[effect],
    ['| rule | sent by | level |', '|---|---|---|', ...rows].join('\n'),
    'An error stays an error if an example message breaks the receiver, which the finding then contains, or if no example ' +
      'proves the opposite. It becomes info if no message shows the change.',
  );
}

function joinParagraphs(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}
