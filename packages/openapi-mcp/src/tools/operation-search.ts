import { SchemaGraph } from '@keyframe/openapi-schema';
import MiniSearch from 'minisearch';
import { shorten } from '../schema/host-schema.ts';
import type { OperationTool } from './operation-tool.ts';
import { listRequestWords } from './request-words.ts';
import { listStems, readQuestion, splitWords, stemWord } from './search-words.ts';
import type { ToolSet } from './tool-set.ts';

const RESULTS = 10;
const LONGEST_DESCRIPTION = 400;

/** An operation that a search has found. */
export interface FoundOperation {
  name: string;
  method: string;
  path: string;
  summary: string;
}

interface Entry extends FoundOperation {
  words: string;
  location: string;
  description: string;
  members: string;
  stems: ReadonlySet<string>;
}

const METHOD_VERBS: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list'],
  HEAD: ['get'],
  POST: ['create', 'update'],
  PUT: ['update', 'create'],
  PATCH: ['update'],
  DELETE: ['delete'],
};

/** Searches the operations of a document. */
export class OperationSearch {
  readonly #index: MiniSearch<Entry>;

  constructor({ tools, model }: ToolSet) {
    const schemas = new SchemaGraph(model);
    this.#index = new MiniSearch({
      idField: 'name',
      fields: ['words', 'summary', 'location', 'description', 'members'],
      storeFields: ['name', 'method', 'path', 'summary', 'stems'],
      processTerm: stemWord,
      searchOptions: {
        boost: { summary: 4, words: 3, location: 2, members: 0.3 },
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      },
    });
    this.#index.addAll(tools.map((tool) => createEntry(tool, schemas)));
  }

  find(query: string): FoundOperation[] {
    const { words, synonyms, verbs } = readQuestion(query);
    const queried = listStems(`${words} ${synonyms}`);
    const questionStems = listStems(words);
    return this.#index
      .search(`${words} ${synonyms}`)
      .map(({ score, name, method, path, summary, stems, queryTerms }) => ({
        found: { name, method, path, summary },
        score:
          score *
          (1 + measureCoverage(stems, queried)) *
          (0.5 + measureCoverage(questionStems, new Set(queryTerms))) *
          rateMethod(method, verbs),
      }))
      .sort((left, right) => right.score - left.score)
      .slice(0, RESULTS)
      .map(({ found }) => found);
  }
}

function createEntry({ name, operation }: OperationTool, schemas: SchemaGraph): Entry {
  const { id, method, path, summary, description = '', tags } = operation;
  const shown = summary ?? shorten(description || id, 120);
  const httpMethod = method.toUpperCase();
  return {
    name,
    method: httpMethod,
    path: path.replaceAll(/[/{}_-]+/g, ' '),
    summary: shown,
    words: `${splitWords(id)} ${tags.join(' ')} ${(METHOD_VERBS[httpMethod] ?? []).join(' ')}`,
    location: splitWords(path),
    description: shorten(description, LONGEST_DESCRIPTION),
    members: splitWords(listRequestWords(operation, schemas)),
    stems: listStems(shown),
  };
}

// Prefers the simplest operation, whose whole summary is in the question, and one that has all words of the question.
function measureCoverage(stems: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...stems].filter((stem) => others.has(stem)).length / Math.max(stems.size, 1);
}

/** Prefers methods for the verbs of a question; one without a known verb rather asks for an action. */
function rateMethod(method: string, verbs: ReadonlySet<string>): number {
  if ((METHOD_VERBS[method] ?? []).some((verb) => verbs.has(verb))) return 1;
  if (method === 'DELETE') return 0.6;
  if (verbs.size > 0) return 0.7;
  return method === 'POST' ? 1 : 0.85;
}
