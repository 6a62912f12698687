import type { Selection } from '@keyframe/openapi-model';
import type { ConformanceOptions } from '../conformance/conformance.ts';
import type { RunDiffOptions } from '../diff/run-diff.ts';

/** A server under test, and the credentials for it. */
export interface RunningServer
  extends Pick<
    ConformanceOptions,
    'headers' | 'otherHeaders' | 'auth' | 'limited' | 'callbacks' | 'tls' | 'proxy' | 'waitMs'
  > {
  /** Absolute URL; requests go to its origin only. */
  url: string;
  /** The environment of Dredd's hooks. */
  hookEnv?: Readonly<Record<string, string>>;
  /** The inputs of Arazzo workflows. */
  workflowInputs?: Readonly<Record<string, string>>;
  /** Stops it. */
  close?: () => PromiseLike<void>;
}

/** The checks of a document and its server; tools that it omits do not run. */
export interface GateConfig extends Selection {
  /** The path of the document; paths are relative to the configuration. */
  document: string;
  /** The path of a Redocly configuration; its recommended rules by default. */
  lint?: { redocly?: string };
  /** The version that must not be broken, a path or `git:REF:path`. */
  diff?: { against: string } & Pick<RunDiffOptions, 'noteConsumers' | 'rules'>;
  /** The running server, or a function that starts it. */
  server?: RunningServer | (() => Promise<RunningServer>);
  test?: Partial<
    Pick<
      ConformanceOptions,
      | 'seed'
      | 'maxTimeMs'
      | 'workers'
      | 'rate'
      | 'phases'
      | 'propertyRuns'
      | 'include'
      | 'exclude'
      | 'formats'
      | 'conventions'
      | 'destructive'
      | 'allowUnreached'
      | 'existingData'
    >
  >;
  /** The path of the document on the server, and pointers that may differ. */
  roundTrip?: { path: string; ignore?: readonly string[] };
  /** Dredd; with hooks, these send the credentials. */
  dredd?: { hooks?: string };
  /** The Prism proxy, which receives the examples of these operations; all operations by default. */
  prismProxy?: { include?: readonly string[] };
  /** `redocly respect` on an Arazzo document, whose source description is named `api`. */
  respect?: { workflows: string };
}
