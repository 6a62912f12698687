import { SchemaGraph } from '@keyframe/openapi-schema';
import { shorten } from '../schema/host-schema.ts';
import type { OperationTool } from './operation-tool.ts';
import { listRequestWords } from './request-words.ts';
import { listSynonyms } from './search-synonyms.ts';
import { listAllStems, listStems, listVerbs, type Question, readQuestion } from './search-words.ts';
import { type Concept, type FieldStems, TermIndex } from './term-index.ts';
import type { ToolSet } from './tool-set.ts';

const RESULTS = 10;
const LONGEST_DESCRIPTION = 400;

// Chosen by their results on the questions about GitHub, DigitalOcean and PagerDuty in `tests`.
const FIELD_WEIGHTS = { summary: 4, name: 3, tag: 1, path: 0.5, description: 0.4, members: 0.3 };
const SYNONYM_WEIGHT = 0.3;
const BEGINNING_WEIGHT = 0.4;
const VERB_WEIGHT = 0.35;
const HINT_WEIGHT = 0.4;
const COMPOUND_WEIGHT = 1;
/** Shares of the score that remain without any word of the question in an operation, and for other methods. */
const UNCOVERED_SHARE = 0.1;
const OTHER_VERB_SHARE = 0.7;
const DELETION_SHARE = 0.8;
/** Additions to the score of an operation whose words are all in the question. */
const SUMMARY_BONUS = 1;
const PATH_BONUS = 0.3;

type Field = keyof typeof FIELD_WEIGHTS;

/** An operation that a search has found. */
export interface FoundOperation {
  name: string;
  method: string;
  path: string;
  summary: string;
}

interface Entry {
  operation: FoundOperation;
  fields: FieldStems<Field>;
  summary: ReadonlySet<string>;
  /** The last segment of the path that is no parameter, which often names the thing that the operation is about. */
  lastSegment: ReadonlySet<string>;
  verbs: ReadonlySet<string>;
}

/** Scores of operations by their numbers. */
type Scores = ReadonlyMap<number, number>;

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
  readonly #entries: readonly Entry[];
  readonly #index: TermIndex<Field>;

  constructor({ tools, reader }: ToolSet) {
    const schemas = new SchemaGraph(reader.model);
    this.#entries = tools.map((tool) => createEntry(tool, schemas));
    const fields = this.#entries.map((entry) => entry.fields);
    this.#index = new TermIndex(fields, FIELD_WEIGHTS);
  }

  find(query: string): FoundOperation[] {
    const question = readQuestion(query);
    const concepts = [...question.nouns].map((stem) => this.#createConcept(stem));
    const nouns = concepts.map((concept) => this.#index.score(concept));
    const actions = listActionConcepts(question).map((concept) => this.#index.score(concept));
    const { hints, verbs, verbStems, compounds } = question;
    const queried = new Set([...hints, ...verbStems, ...compounds]);
    for (const concept of concepts) for (const stem of concept.keys()) queried.add(stem);
    return this.#entries
      .map((entry, number) => {
        const sum = addScores(nouns, number) + addScores(actions, number);
        const covered = nouns.filter((scores) => scores.has(number)).length / Math.max(nouns.length, 1);
        const score =
          sum *
          (1 + SUMMARY_BONUS * measureCoverage(entry.summary, queried)) *
          (1 + PATH_BONUS * measureCoverage(entry.lastSegment, queried)) *
          (UNCOVERED_SHARE + covered) *
          rateVerbs(entry, verbs);
        return { operation: entry.operation, score };
      })
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, RESULTS)
      .map(({ operation }) => operation);
  }

  #createConcept(stem: string): Concept {
    const weigh = (weight: number) => (term: string) => [term, weight] as const;
    return new Map([
      ...this.#index.listCloseStems(stem).map(weigh(BEGINNING_WEIGHT)),
      ...listSynonyms(stem).map(weigh(SYNONYM_WEIGHT)),
      [stem, 1],
    ]);
  }
}

function listActionConcepts({ verbStems, hints, compounds }: Question): Concept[] {
  const weigh = (stems: Iterable<string>, weight: number) =>
    Array.from(stems, (stem) => new Map([[stem, weight]]));
  return [
    ...weigh(verbStems, VERB_WEIGHT),
    ...weigh(hints, HINT_WEIGHT),
    ...weigh(compounds, COMPOUND_WEIGHT),
  ];
}

function addScores(all: readonly Scores[], number: number): number {
  return all.reduce((sum, scores) => sum + (scores.get(number) ?? 0), 0);
}

function createEntry({ name, operation }: OperationTool, schemas: SchemaGraph): Entry {
  const { id, method, path, summary, description = '', tags } = operation;
  const title = summary ?? shorten(description || id, 120);
  const httpMethod = method.toUpperCase();
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return {
    operation: { name, method: httpMethod, path, summary: title },
    fields: {
      summary: listAllStems(title),
      name: listAllStems(id),
      tag: listAllStems(tags.join(' ')),
      path: listAllStems(path.replaceAll(/\{[^}]*\}/g, ' ')),
      description: listAllStems(shorten(description, LONGEST_DESCRIPTION)),
      members: listAllStems(listRequestWords(operation, schemas)),
    },
    summary: listStems(title),
    lastSegment: listStems(segments.at(-1) ?? ''),
    verbs: new Set([...(METHOD_VERBS[httpMethod] ?? []), ...listVerbs(id)]),
  };
}

// Prefers the simplest operation, whose whole summary is in the question.
function measureCoverage(stems: ReadonlySet<string>, queried: ReadonlySet<string>): number {
  return [...stems].filter((stem) => queried.has(stem)).length / Math.max(stems.size, 1);
}

/** Prefers operations with the verbs of a question; one without a known verb rather asks for an action. */
function rateVerbs({ operation: { method }, verbs }: Entry, queried: ReadonlySet<string>): number {
  if ([...verbs].some((verb) => queried.has(verb))) return 1;
  if (method === 'DELETE') return DELETION_SHARE;
  return queried.size === 0 && method === 'POST' ? 1 : OTHER_VERB_SHARE;
}
