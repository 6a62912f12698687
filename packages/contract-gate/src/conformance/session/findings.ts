// Collects findings: violations with the same cause become one finding, with the smallest request that shows it.
import { formatOperation, type Operation } from '@keyframe/openapi-model';
import { type Finding, SEVERITIES } from '../../finding.ts';
import { toReceivedResponse, toSentRequest, type WireRequest } from '../wire/wire.ts';
import { rateBasis } from './basis.ts';
import type { CheckDescription, Evidence, Violation } from './check.ts';
import type { Credentials } from './credentials.ts';

export interface FindingContext {
  origin: string;
  credentials: Credentials;
  seed: number;
}

interface FoundEntry {
  finding: Finding;
  /** The index of its severity: an error replaces a note with the same cause. */
  rank: number;
  size: number;
  request: WireRequest | undefined;
  hasCause: boolean;
}

/** Collects findings. */
export class Findings {
  readonly #context: FindingContext;
  readonly #found = new Map<string, FoundEntry>();
  readonly #pointers = new Set<string>();
  #violations = 0;

  constructor(context: FindingContext) {
    this.#context = context;
  }

  /** The number of violations, including those that were merged. */
  get violations(): number {
    return this.#violations;
  }

  /** The number of findings. */
  get count(): number {
    return this.#listSpecific().length;
  }

  /** Whether a check has a finding at a part of an operation. */
  has(check: CheckDescription, operation: Operation, pointer: string): boolean {
    return this.#pointers.has(createKey(check, operation, pointer));
  }

  /** Lists the findings, sorted by operation. */
  list(): Finding[] {
    const findings = this.#listSpecific();
    const sortKey = ({ operation = '', check, pointer }: Finding) => `${operation} ${check} ${pointer}`;
    return findings.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  }

  // If some findings of a check at an operation name their causes, those without one say less about the same cause.
  #listSpecific(): Finding[] {
    const entries = [...this.#found.values()];
    const formatGroup = ({ check, operation }: Finding) => `${check} ${operation}`;
    const explained = new Set(
      entries.filter(({ hasCause }) => hasCause).map(({ finding }) => formatGroup(finding)),
    );
    return entries
      .filter(({ finding, hasCause }) => hasCause || !explained.has(formatGroup(finding)))
      .map(({ finding }) => finding);
  }

  /** Adds a violation. */
  add(check: CheckDescription, violation: Violation, evidence: Evidence): void {
    this.#violations += 1;
    const { pointer, cause = pointer } = violation;
    const key = createKey(check, evidence.operation, cause);
    this.#pointers.add(createKey(check, evidence.operation, pointer));
    const size = measureRequests(evidence);
    const rank = SEVERITIES.indexOf(rateBasis(violation.basis ?? check.basis));
    const existing = this.#found.get(key);
    if (existing && (existing.rank < rank || (existing.rank === rank && existing.size <= size))) return;
    const finding = this.#toFinding(check, violation, evidence);
    const { request } = evidence;
    this.#found.set(key, { finding, rank, size, request, hasCause: violation.cause !== undefined });
  }

  /** Removes the findings that these requests show. */
  remove(requests: ReadonlySet<WireRequest>): void {
    for (const [key, { request }] of this.#found)
      if (request && requests.has(request)) this.#found.delete(key);
  }

  #toFinding(check: CheckDescription, violation: Violation, evidence: Evidence): Finding {
    const { credentials, origin, seed } = this.#context;
    const toSent = (request: WireRequest) => toSentRequest(request, origin);
    const operation = formatOperation(evidence.operation);
    const { request, response, before = [] } = evidence;
    const { pointer, message, expected, received, basis = check.basis } = violation;
    return credentials.hide({
      check: check.id,
      severity: rateBasis(basis),
      operation,
      pointer,
      message,
      expected,
      received,
      ...(request ? { request: toSent(request) } : {}),
      ...(response ? { response: toReceivedResponse(response) } : {}),
      ...(before.length > 0 ? { before: before.map(toSent) } : {}),
      seed,
    });
  }
}

function createKey({ id }: CheckDescription, operation: Operation, cause: string): string {
  return `${id} ${formatOperation(operation)} ${cause}`;
}

function measureRequests({ request, before = [] }: Evidence): number {
  return [...(request ? [request] : []), ...before].reduce((sum, one) => sum + measureRequest(one), 0);
}

/** Returns the size of a request, to find the smallest one. */
export function measureRequest({ target, headers, body }: WireRequest): number {
  return target.length + headers.flat().join('').length + (body?.length ?? 0);
}
