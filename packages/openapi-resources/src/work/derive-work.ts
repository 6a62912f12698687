// Derives the asynchronous work of a document: which operation starts it, reads it, and when it has ended.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { annotateWork } from './annotate-work.ts';
import { describeWork } from './describe-work.ts';
import { findState } from './find-state.ts';
import { findPreference } from './find-wait.ts';
import { collectReadSchemas, type ReadSchemas } from './read-schemas.ts';
import { beside } from './rules/beside.ts';
import { embedded } from './rules/embedded.ts';
import { findWorkHeader, header } from './rules/header.ts';
import { link } from './rules/link.ts';
import { longRunning } from './rules/long-running.ts';
import { isLookup, namedId } from './rules/named-id.ts';
import { onlyReader } from './rules/only-reader.ts';
import { sameSchema } from './rules/same-schema.ts';
import { sharedId } from './rules/shared-id.ts';
import { url } from './rules/url.ts';
import { verb } from './rules/verb.ts';
import { isOnResource, isTrap } from './traps.ts';
import type { DerivedWork, MissingFact, UnreadWork, Work } from './work.ts';
import { readAnnotation } from './work-annotation.ts';
import { listObjects } from './work-arguments.ts';
import { listReaders, type StateReader } from './work-readers.ts';
import type { RuleSearch, WorkRuleDefinition } from './work-rule.ts';

/** The rules, the first that finds a reader wins. */
const RULES: readonly WorkRuleDefinition[] = [
  longRunning,
  link,
  header,
  sameSchema,
  beside,
  embedded,
  namedId,
  verb,
  url,
  sharedId,
  onlyReader,
];

/** Derives all asynchronous work of a document. */
export function deriveWork(reader: DocumentReader): DerivedWork {
  const reads = collectReadSchemas(reader);
  const readers = listReaders(reader).filter(({ schema }) => !isGeneral(schema, reads));
  const counts = countResponses(reader);
  const works: Work[] = [];
  const unread: UnreadWork[] = [];
  for (const start of reader.model.operations) {
    if (start.method === 'get' || start.method === 'head' || isLookup(start)) continue;
    const annotation = readAnnotation(reader.model, start);
    if (annotation === false) continue;
    const search = createSearch(start, { reader, readers, counts, reads });
    const derived = findWork(search);
    const work = annotation ? annotateWork(annotation, { derived, search }) : derived;
    if (work) works.push(work);
    else if (search.isAccepted) unread.push({ start, missing: [describeUnread(search)] });
  }
  return { works: works.filter((work) => !isStep(work.start, works)), unread };
}

// Readers, cancellations and downloads of work start none.
function isStep(start: Operation, works: readonly Work[]): boolean {
  return works.some(
    ({ reader, cancel, result }) =>
      reader === start ||
      cancel?.operation === start ||
      (result.kind === 'operation' && result.call.operation === start),
  );
}

function describeUnread(search: RuleSearch): MissingFact {
  const name = findWorkHeader(search);
  const evidence =
    name === undefined
      ? 'its 202 has neither a link, nor Location, nor an id that an operation reads'
      : `no operation reads what ${name} leads to`;
  return { fact: 'reader', evidence };
}

interface DocumentWork {
  reader: DocumentReader;
  readers: readonly StateReader[];
  counts: ReadonlyMap<string, number>;
  reads: ReadSchemas;
}

function createSearch(start: Operation, { reader, readers, counts, reads }: DocumentWork): RuleSearch {
  const isOnRequest = findPreference(start, reader) !== undefined;
  const described = start.responses.filter(({ status }) => status.startsWith('2'));
  // Without the preference, the response is the result.
  const successes = isOnRequest ? described.filter(({ status }) => status !== '200') : described;
  const schema = findSuccessSchema(
    { ...start, responses: isOnRequest ? successes : start.responses },
    reader,
  );
  const startState = schema && findState(schema, reader.conventions);
  return {
    reader,
    start,
    successes,
    schema,
    isAccepted: isOnRequest || successes.some(({ status }) => status === '202'),
    objects: isGeneral(schema, reads) ? [] : listObjects(schema),
    reads,
    readers: readers
      .filter(({ operation }) => operation !== start)
      // A reader whose response is not described has the state that the start returns.
      .map((target) =>
        !target.schema && startState?.strength === 'strong' ? { ...target, found: startState } : target,
      ),
    actedOn: readers.filter(
      (target) =>
        target.operation.method === 'get' && target.found.strength !== 'open' && isOnResource(start, target),
    ),
    countStarts: (one) => counts.get(writeShape(listObjects(one).at(0)?.members)) ?? 0,
  };
}

const MOST_COLLECTIONS = 3;

// One schema for the bodies of all operations says nothing about one of them.
function isGeneral(schema: SchemaNode | undefined, { bodies }: ReadSchemas): boolean {
  const [root] = listObjects(schema);
  return root?.path.length === 0 && bodies(root.nodes).size > MOST_COLLECTIONS;
}

function countResponses(reader: DocumentReader): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const operation of reader.model.operations) {
    if (operation.method !== 'post') continue;
    const shape = writeShape(listObjects(findSuccessSchema(operation, reader)).at(0)?.members);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return counts;
}

function writeShape(members: ReadonlyMap<string, unknown> = new Map()): string {
  return [...members.keys()].toSorted().join(' ');
}

function findWork(search: RuleSearch): Work | undefined {
  const { reader, start, isAccepted } = search;
  const candidates = search.readers.filter(({ found }) => found.strength !== 'open' || isAccepted);
  const listSound = (isSameRepresentation: boolean) =>
    candidates.filter((target) => !isTrap({ start, target, isAccepted, isSameRepresentation }, reader));
  const sound = new Map<boolean, StateReader[]>();
  for (const rule of RULES) {
    const { isSameRepresentation = false, allowsOpenState = false } = rule;
    const isAllowed = ({ found, operation }: StateReader) =>
      (found.strength !== 'open' || allowsOpenState) && (operation.method === 'get' || rule === beside);
    const readers = rule.isDeclared
      ? candidates
      : (sound.get(isSameRepresentation) ?? listSound(isSameRepresentation));
    if (!rule.isDeclared) sound.set(isSameRepresentation, readers);
    const match = rule.find({ ...search, readers: readers.filter(isAllowed) });
    const work = match && describeWork(match, rule, search);
    const isGuess = work?.certainty === 'likely' && work.missing.some(({ fact }) => fact === 'arguments');
    if (work && !isGuess) return work;
  }
  return undefined;
}
