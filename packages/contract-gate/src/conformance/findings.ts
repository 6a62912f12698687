// Collects what checks found: violations of the same cause become one finding, with the smallest request that shows it.
import type { Operation } from '@keyframe/openapi-model';
import type { Finding } from '../finding.ts';
import type { Violation } from './checks/check.ts';
import { nameOf } from './coverage.ts';
import type { Credentials } from './credentials.ts';
import { receivedResponseOf, sentRequestOf, type WireRequest, type WireResponse } from './wire/wire.ts';

/** The exchange that shows a violation. */
export interface Evidence {
  operation: Operation;
  request?: WireRequest | undefined;
  response?: WireResponse | undefined;
  /** Requests that have to precede it. */
  before?: readonly WireRequest[] | undefined;
}

export interface FindingContext {
  origin: string;
  credentials: Credentials;
  seed: number;
  /** Writes the command that shows a finding of an operation again. */
  replay: (operation: string) => string;
}

/** Collects findings. */
export class Findings {
  readonly #context: FindingContext;
  readonly #found = new Map<string, { finding: Finding; size: number }>();
  #violations = 0;

  constructor(context: FindingContext) {
    this.#context = context;
  }

  /** The number of violations, those that were joined included. */
  get violations(): number {
    return this.#violations;
  }

  /** The number of findings. */
  get count(): number {
    return this.#found.size;
  }

  /** Lists the findings, those of one operation together. */
  list(): Finding[] {
    const findings = [...this.#found.values()].map(({ finding }) => finding);
    const keyOf = ({ operation = '', check, pointer }: Finding) => `${operation} ${check} ${pointer}`;
    return findings.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  }

  /** Adds a violation. */
  add(violation: Violation, evidence: Evidence): void {
    this.#violations += 1;
    const { check, pointer } = violation;
    const operation = nameOf(evidence.operation);
    const key = `${check.id} ${operation} ${pointer}`;
    const size = sizeOf(evidence);
    const existing = this.#found.get(key);
    if (existing && existing.size <= size) return;
    this.#found.set(key, { finding: this.#findingOf(violation, evidence), size });
  }

  #findingOf({ check, ...violation }: Violation, evidence: Evidence): Finding {
    const { credentials, origin, seed, replay } = this.#context;
    const shown = (one: WireRequest) => sentRequestOf(one, origin);
    const operation = nameOf(evidence.operation);
    const { request, response, before = [] } = evidence;
    return credentials.hideIn({
      check: check.id,
      severity: check.severity,
      operation,
      ...violation,
      ...(request ? { request: shown(request) } : {}),
      ...(response ? { response: receivedResponseOf(response) } : {}),
      ...(before.length > 0 ? { before: before.map(shown) } : {}),
      seed,
      replay: replay(operation),
    });
  }
}

function sizeOf({ request, before = [] }: Evidence): number {
  const of = ({ target, headers, body }: WireRequest) =>
    target.length + headers.flat().join('').length + (body?.length ?? 0);
  return [...(request ? [request] : []), ...before].reduce((sum, one) => sum + of(one), 0);
}
