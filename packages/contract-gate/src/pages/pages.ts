// The pages of the checks: one text for the repository's docs and for `contract-gate explain`.
import { CHECKS } from '../conformance/checks/index.ts';
import { DOCUMENT_RULES, type DocumentRule } from '../diff/document-rules.ts';
import { SCHEMA_RULES, type SchemaRule } from '../diff/schema/schema-rules.ts';
import { OWN_CHECKS } from './own-checks.ts';

/** A page: the file that it is written to, without `.md`, and its text. */
export interface Page {
  name: string;
  text: string;
}

const MESSAGES = ['request', 'response', 'callback-request', 'callback-response'] as const;

/** Lists the pages of all checks, without the examples that `generate-pages.ts` adds. */
export function pages(): Page[] {
  const schemas = Object.entries<SchemaRule>(SCHEMA_RULES).map(([name, rule]) => ({
    name: `schema-${name}`,
    text: schemaPage(name, rule),
  }));
  const documents = Object.entries<DocumentRule>(DOCUMENT_RULES).map(
    ([name, { level, title, explanation }]) => ({
      name,
      text: pageText(name, [`${title}. ${explanation}`, `Level: ${level}. Found by \`contract-gate diff\`.`]),
    }),
  );
  const own = Object.entries(OWN_CHECKS).map(([name, { title, explanation, command }]) => ({
    name,
    text: pageText(name, [`${title}. ${explanation}`, `Found by \`contract-gate ${command}\`.`]),
  }));
  const conformance = CHECKS.map(({ id, title, explanation, severity }) => ({
    name: id,
    text: pageText(id, [`${title}. ${explanation}`, `Level: ${severity}. Found by \`contract-gate test\`.`]),
  }));
  return [...schemas, ...documents, ...conformance, ...own];
}

/** Reads the page of a check; undefined when there is none. */
export async function pageOf(check: string): Promise<string | undefined> {
  const name = pageNameOf(check);
  return pages().find((page) => page.name === name)?.text;
}

const PAGES = 'https://github.com/keyframe/keyframe/blob/main/packages/contract-gate/docs/';

/** Gives the address of the page of a check. */
export function pageUrl(check: string): string {
  return `${PAGES}${pageNameOf(check) ?? 'README'}.md`;
}

// The rules of a schema and those of other tools share their pages.
function pageNameOf(check: string): string | undefined {
  const message = [...MESSAGES].reverse().find((one) => check.startsWith(`${one}-`));
  const kind = message && `schema-${check.slice(message.length + 1)}`;
  const prefix = ['redocly', 'doctor'].find((one) => check.startsWith(`${one}-`));
  const known = pageNames();
  return [check, kind, prefix && `${prefix}-rule`].find((name) => name !== undefined && known.has(name));
}

let names: ReadonlySet<string> | undefined;

function pageNames(): ReadonlySet<string> {
  names ??= new Set(pages().map(({ name }) => name));
  return names;
}

const EFFECTS: Readonly<Record<SchemaRule['effect'], string>> = {
  narrower: 'Fewer values are accepted: it breaks those who send them.',
  wider: 'More values are accepted: it breaks those who receive them.',
  either: 'What it does is decided by compiled schemas, on values near the border of both versions.',
  note: 'The same values are accepted; what they mean has changed.',
};

function schemaPage(name: string, rule: SchemaRule): string {
  const { title, explanation, effect, levels } = rule;
  const client = levels?.client ?? (effect === 'narrower' ? 'error' : 'info');
  const server = levels?.server ?? (effect === 'wider' ? 'error' : 'info');
  const rows = MESSAGES.map((message) => {
    const isClient = message === 'request' || message === 'callback-response';
    return `| \`${message}-${name}\` | ${isClient ? 'the client' : 'the server'} | ${isClient ? client : server} |`;
  });
  return pageText(`schema-${name}`, [
    `${title}. ${explanation}`,
    EFFECTS[effect],
    ['| rule | sent by | level |', '|---|---|---|', ...rows].join('\n'),
    'A level of error is kept where a message was found that breaks the receiver, which the finding then shows, or where ' +
      'none was found that refutes it; it becomes info where the change cannot be seen in any message.',
  ]);
}

function pageText(name: string, paragraphs: readonly string[]): string {
  return `${[`# ${name}`, ...paragraphs].join('\n\n')}\n`;
}
