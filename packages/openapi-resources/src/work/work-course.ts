// The course of work: the words that it waits with, in their order, and its ends.
import type { WorkStates } from '@keyframe/openapi-runtime/work';
import { splitWords } from '../names/words.ts';

/** The words that work passes through. */
export interface WorkCourse {
  /** All words, those that wait first. */
  states: readonly string[];
  /** The words from the first to the end of work that succeeds. */
  course: readonly string[];
  /** The last words by outcome: `success`, `failure`, `cancelled`, `expired`, and the words of another member that decides. */
  ends: ReadonlyMap<string, string>;
}

// Stages of work, in their order; other words of waiting, such as `paused`, are detours.
const STAGES = [
  /^(?:accepted|created|enqueued|initial|initialized|new|pending|planned|queued|requested|scheduled|submitted)$/,
  /^(?:preparing|provisioning|started|starting|validating|waiting|fetching|downloading)$/,
  /^(?!cancel|abort|stop|kill|terminat|delet|retry|restart|resum|paus|await)(?:.*ing|in progress|not .*|202|false)$/,
  /^(?:finalizing|finishing|completing|saving|uploading)$/,
];

/** Describes the course of work by its words. */
export function describeCourse({
  waiting,
  success,
  failure,
  cancelled,
  ended,
  outcome,
}: WorkStates): WorkCourse {
  const staged = waiting.map((word) => ({ word, stage: findStage(word) })).filter(({ stage }) => stage >= 0);
  const before = staged.toSorted((left, right) => left.stage - right.stage).map(({ word }) => word);
  const [undecided] = ended;
  const expired = [...cancelled, ...failure].find(isExpiry);
  const ends = new Map<string, string>();
  const add = (name: string, word: string | undefined) => word !== undefined && ends.set(name, word);
  add('success', success[0] ?? undecided);
  add('failure', failure[0] ?? undecided ?? cancelled[0]);
  add('cancelled', cancelled.find((word) => word !== expired) ?? undecided ?? cancelled[0] ?? failure[0]);
  add('expired', expired);
  for (const words of [outcome?.success, outcome?.failure, outcome?.cancelled])
    for (const word of words ?? []) add(word, undecided);
  const end = ends.get('success');
  // Work whose waiting words are all detours still begins with one.
  const first = before.length > 0 ? before : waiting.slice(0, 1);
  return {
    states: [...waiting, ...success, ...ended, ...failure, ...cancelled],
    course: [...first, ...(end === undefined ? [] : [end])],
    ends,
  };
}

function isExpiry(word: string): boolean {
  return splitWords(word).includes('expired');
}

function findStage(word: string): number {
  const text = splitWords(word).join(' ');
  return STAGES.findLastIndex((stage) => stage.test(text));
}
