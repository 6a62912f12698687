// The servers of the table with their mutants, and the input of tools other than contract-gate.
import { fileURLToPath } from 'node:url';
import type { JsonObject, OpenApiModel } from '@keyframe/openapi-model';
import type { ConformanceResult } from '../../src/index.ts';
import { FLEET_MUTANTS, MUTANTS, RENDERS_MUTANTS } from './all-mutants.ts';
import { fleetDocument, startFleet } from './fleet/fleet.ts';
import { basic, testFleet } from './fleet/test-fleet.ts';
import { fleetWithExamples } from './peers/fleet-examples.ts';
import { shopWithExamples } from './peers/shop-examples.ts';
import { startRenders, testRenders } from './renders.ts';
import type { RunningShop } from './serve-http.ts';
import { KEYS, type Mutant, shopDocument, startShop } from './shop.ts';
import { testShop } from './test-shop.ts';

/** One run of a tool on a server. */
export interface Trial {
  /** The kind of fault, or the server that conforms, by its name. */
  area: string;
  /** Absent for the server that conforms. */
  mutant?: string;
  seed: number;
}

/** Input of the other tools. */
export interface PeerAccess {
  document: () => Promise<OpenApiModel>;
  /** Makes resources in a running server, and gives its document with examples that name them. */
  documentWithExamples: (server: URL) => Promise<JsonObject>;
  authorization: string;
  /** Paths of Dredd's hooks and of the workflows of respect, and what both need to know. */
  hooks: string;
  hookEnv: Record<string, string>;
  workflows: string;
  workflowInputs: Record<string, string>;
  /** Findings of Schemathesis in the server that conforms, as its `--baseline`. */
  baseline?: string;
}

/** A server of the table, independent of the type of its behavior. */
export interface Subject {
  /** Name on the page. */
  title: string;
  /** The area of its trials without a mutant. */
  original: string;
  mutants: Readonly<Record<string, readonly { name: string; missed?: string }[]>>;
  runGate: (trial: Trial) => Promise<ConformanceResult>;
  start: (trial: Trial) => Promise<RunningShop>;
  /** Undefined if only contract-gate tests the server. */
  peers: PeerAccess | undefined;
}

interface MutableServer<TBehavior> {
  title: string;
  original: string;
  mutants: Readonly<Record<string, readonly Mutant<TBehavior>[]>>;
  runGate: (seed: number, mutant?: Mutant<TBehavior>) => Promise<ConformanceResult>;
  start: (mutant?: Mutant<TBehavior>) => Promise<RunningShop>;
  /** Undefined if only contract-gate tests the server. */
  peers: PeerAccess | undefined;
}

function createSubject<TBehavior>({ mutants, runGate, start, ...own }: MutableServer<TBehavior>): Subject {
  const find = ({ area, mutant: name }: Trial) => {
    const mutant = mutants[area]?.find((one) => one.name === name);
    if (name !== undefined && !mutant) throw new Error(`No mutant "${name}" of ${area}.`);
    return mutant;
  };
  return {
    ...own,
    mutants,
    runGate: (trial) => runGate(trial.seed, find(trial)),
    start: (trial) => start(find(trial)),
  };
}

// Nobody listens on this port: the other tools do not receive webhooks.
const NO_WEBHOOKS = 'http://127.0.0.1:9/';

/** All servers. */
export const SUBJECTS: readonly Subject[] = [
  createSubject({
    title: 'the shop',
    original: 'original',
    mutants: MUTANTS,
    runGate: testShop,
    start: startShop,
    peers: {
      document: shopDocument,
      documentWithExamples: shopWithExamples,
      authorization: `Bearer ${KEYS.own}`,
      hooks: fileURLToPath(new URL('./peers/shop-hooks.cts', import.meta.url)),
      hookEnv: { SHOP_KEY: KEYS.own, SHOP_READER_KEY: KEYS.reader },
      workflows: fileURLToPath(new URL('./peers/shop.arazzo.yaml', import.meta.url)),
      workflowInputs: { key: KEYS.own },
    },
  }),
  createSubject({
    title: 'the fleet',
    original: 'original fleet',
    mutants: FLEET_MUTANTS,
    runGate: testFleet,
    start: (mutant) => startFleet(NO_WEBHOOKS, mutant),
    peers: {
      document: fleetDocument,
      documentWithExamples: fleetWithExamples,
      ...basic('ada', 'engine'),
      hooks: fileURLToPath(new URL('./peers/fleet-hooks.cts', import.meta.url)),
      hookEnv: { FLEET_AUTHORIZATION: basic('ada', 'engine').authorization },
      workflows: fileURLToPath(new URL('./peers/fleet.arazzo.yaml', import.meta.url)),
      workflowInputs: basic('ada', 'engine'),
      baseline: fileURLToPath(new URL('./peers/fleet-schemathesis.json', import.meta.url)),
    },
  }),
  createSubject({
    title: 'the renders',
    original: 'original renders',
    mutants: RENDERS_MUTANTS,
    runGate: testRenders,
    start: startRenders,
    peers: undefined,
  }),
];

/** Finds the server that a trial is about. */
export function findSubject(area: string): Subject {
  const subject = SUBJECTS.find(({ original, mutants }) => original === area || Object.hasOwn(mutants, area));
  if (!subject) throw new Error(`No mutants of ${area}.`);
  return subject;
}
