// Three tools in place of many: a list of hundreds of tools would fill the context of an agent.
import type { Tool } from '@modelcontextprotocol/server';
import MiniSearch from 'minisearch';
import { shorten } from '../schema/host-schema.ts';
import type { ToolSet } from './tool-set.ts';

export const SEARCH = 'search_operations';
export const DESCRIBE = 'describe_operation';
export const CALL = 'call_operation';

const RESULTS = 10;

/** Writes the definitions of the three tools. */
export function defineSearchTools(title: string, count: number): Tool[] {
  const operation = { type: 'string', description: 'The name of an operation, as the search returns it.' };
  return [
    {
      name: SEARCH,
      description: `Searches the ${count} operations of ${title} by words about what they do. Returns names, methods and summaries, best first.`,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'Words, such as "create an issue".' } },
        required: ['query'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: DESCRIBE,
      description:
        'Returns the arguments and the result of an operation as JSON Schema. Read it before the first call.',
      inputSchema: {
        type: 'object',
        properties: { operation },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: CALL,
      description: 'Calls an operation. Its arguments are those that describe_operation returns.',
      inputSchema: {
        type: 'object',
        properties: {
          operation,
          arguments: { type: 'object', description: 'The arguments of the operation.' },
        },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: { openWorldHint: true },
    },
  ];
}

/** An operation that a search has found. */
export interface FoundOperation {
  name: string;
  method: string;
  path: string;
  summary: string;
}

/** Searches the operations of a document. */
export class OperationSearch {
  readonly #index: MiniSearch<FoundOperation & { words: string; description: string }>;

  constructor({ tools }: ToolSet) {
    this.#index = new MiniSearch({
      idField: 'name',
      fields: ['words', 'summary', 'path', 'description'],
      storeFields: ['name', 'method', 'path', 'summary'],
      processTerm: stem,
      searchOptions: {
        boost: { summary: 4, words: 3, path: 2 },
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      },
    });
    this.#index.addAll(
      tools.map(({ name, operation: { id, method, path, summary, description, tags } }) => ({
        name,
        method: method.toUpperCase(),
        path: path.replaceAll(/[/{}_-]+/g, ' '),
        summary: summary ?? shorten(description ?? id, 120),
        // Words of a name such as `listTasks` or `repos/create-fork`.
        words: `${splitWords(id)} ${tags.join(' ')} ${METHOD_WORDS[method] ?? ''}`,
        description: shorten(description ?? '', 400),
      })),
    );
  }

  find(query: string): FoundOperation[] {
    const words = splitWords(query);
    const queried = new Set(listTerms(words));
    const synonyms = listTerms(words).flatMap((term) => SYNONYMS[term] ?? []);
    const found = this.#index.search([words, ...synonyms].join(' '));
    for (const one of synonyms) queried.add(one);
    return found
      .map((one) => ({ one, score: one.score * (1 + measureCoverage(String(one.summary), queried)) }))
      .sort((left, right) => right.score - left.score)
      .slice(0, RESULTS)
      .map(({ one }) => ({
        name: String(one.name),
        method: String(one.method),
        path: String(one.path),
        summary: String(one.summary),
      }));
  }
}

// Prefers the simplest operation: the query covers all of its summary.
function measureCoverage(summary: string, queried: ReadonlySet<string>): number {
  const terms = listTerms(splitWords(summary));
  return terms.filter((term) => queried.has(term)).length / Math.max(terms.length, 1);
}

function listTerms(words: string): string[] {
  return words.split(' ').flatMap((word) => stem(word) ?? []);
}

// Verbs of people, and those of interfaces for the same.
const SYNONYMS: Readonly<Record<string, string>> = {
  add: 'create',
  change: 'update',
  close: 'update',
  edit: 'update',
  fetch: 'get',
  invite: 'invitation',
  make: 'create',
  me: 'authenticated',
  my: 'authenticated',
  open: 'create',
  read: 'get',
  remove: 'delete',
  reopen: 'update',
  show: 'get',
  start: 'create',
  trigger: 'create',
};

const METHOD_WORDS: Readonly<Record<string, string>> = {
  get: 'get read show',
  post: 'create add',
  put: 'set replace',
  patch: 'update change edit',
  delete: 'delete remove',
};

const STOP_WORDS = new Set(['a', 'an', 'and', 'for', 'from', 'in', 'of', 'on', 'the', 'this', 'to', 'with']);

function splitWords(text: string): string {
  return text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[^A-Za-z0-9]+/g, ' ');
}

function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  return word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word;
}
