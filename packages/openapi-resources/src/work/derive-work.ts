// Derives the asynchronous work of a document: which operation starts it, reads it, and when it has ended.
import type { Operation } from '@keyframe/openapi-model';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { formatOperation } from '../document/responses.ts';
import { findCancel, findResult } from './find-result.ts';
import { findCallback, findExpiry, findWait } from './find-wait.ts';
import { beside } from './rules/beside.ts';
import { embedded } from './rules/embedded.ts';
import { findWorkHeader, header } from './rules/header.ts';
import { link } from './rules/link.ts';
import { isLookup, namedId } from './rules/named-id.ts';
import { onlyReader } from './rules/only-reader.ts';
import { sameSchema } from './rules/same-schema.ts';
import { sharedId } from './rules/shared-id.ts';
import { url } from './rules/url.ts';
import { verb } from './rules/verb.ts';
import { isTrap } from './traps.ts';
import type { DerivedWork, MissingFact, UnreadWork, Work } from './work.ts';
import { findArguments, listObjects } from './work-arguments.ts';
import { listReaders, type StateReader } from './work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from './work-rule.ts';

/** The rules, the first that finds a reader wins. */
const RULES: readonly WorkRuleDefinition[] = [
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
  const readers = listReaders(reader);
  const counts = countResponses(reader);
  const works: Work[] = [];
  const unread: UnreadWork[] = [];
  for (const start of reader.model.operations) {
    if (start.method === 'get' || start.method === 'head' || isLookup(start)) continue;
    const search = createSearch(start, { reader, readers, counts });
    const work = findWork(search);
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
}

function createSearch(start: Operation, { reader, readers, counts }: DocumentWork): RuleSearch {
  const successes = start.responses.filter(({ status }) => status.startsWith('2'));
  const schema = findSuccessSchema(start, reader);
  return {
    reader,
    start,
    successes,
    schema,
    isAccepted: successes.some(({ status }) => status === '202'),
    objects: listObjects(schema),
    readers: readers.filter(({ operation }) => operation !== start),
    countStarts: (one) => counts.get(writeShape(listObjects(one).at(0)?.members)) ?? 0,
  };
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
  for (const rule of RULES) {
    const { isSameRepresentation = false, allowsOpenState = false } = rule;
    const isAllowed = (target: StateReader) =>
      (target.found.strength !== 'open' || (allowsOpenState && isAccepted)) &&
      !isTrap({ start, target, isAccepted, isSameRepresentation }, reader);
    const match = rule.find({ ...search, readers: search.readers.filter(isAllowed) });
    if (match) return describeWork(match, rule, search);
  }
  return undefined;
}

function describeWork(match: RuleMatch, rule: WorkRuleDefinition, search: RuleSearch): Work {
  const { reader, start, successes } = search;
  const { target, url: address } = match;
  const { operation, found } = target;
  const sources = findArguments(target, start, { idSource: match.id, reader });
  const others = [...(match.others ?? [])].filter(([name]) => sources.missing.includes(name));
  const linked = others.map(([name, value]) => {
    const location = operation.parameters.find((parameter) => parameter.name === name)?.location ?? 'path';
    return { name, location, value };
  });
  const missing = sources.missing.filter(
    (name) => address === undefined && !linked.some((one) => one.name === name),
  );
  const hasResultAtOnce =
    found.states.state === '$statusCode' && successes.some(({ status }) => status === '202');
  return {
    start,
    accepted: successes.map(({ status }) => status).filter((status) => !hasResultAtOnce || status === '202'),
    reader: operation,
    address: { path: operation.path, arguments: [...sources.found, ...linked], url: address },
    idArguments: [target.id.name],
    isList: match.id?.includes('[*]') ?? false,
    states: found.states,
    result: findResult(target, reader),
    cancel: findCancel(target, reader),
    wait: findWait(target, start, reader),
    expiry: findExpiry(target),
    callback: findCallback(start, reader),
    rule: rule.name,
    certainty: rule.certainty,
    evidence: [match.evidence, `state: ${found.evidence}`],
    missing: [
      ...missing.map(
        (name): MissingFact => ({
          fact: 'arguments',
          evidence: `the source of "${name}" of ${formatOperation(operation)}`,
        }),
      ),
      ...listMissingStates(found),
    ],
  };
}

function listMissingStates({ strength, states, path }: StateReader['found']): MissingFact[] {
  const name = path.join('.');
  if (strength === 'open') return [{ fact: 'states', evidence: `the words of "${name}"` }];
  const { success, ended, outcome, errors, isSuccessWithoutError } = states;
  if (ended.length === 0 && success.length === 0)
    return [{ fact: 'states', evidence: `a word of success in "${name}"` }];
  const isUndecided = ended.length > 0 && !outcome && errors.length > 0 && !isSuccessWithoutError;
  return isUndecided
    ? [{ fact: 'outcome', evidence: `the member that tells whether "${ended.join('", "')}" is a failure` }]
    : [];
}
