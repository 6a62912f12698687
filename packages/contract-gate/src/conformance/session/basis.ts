// The bases of checks. A check names the basis of its rule instead of a severity, so certainty decides which findings are errors.
import type { Severity } from '../../finding.ts';

interface BasisDescription {
  severity: Severity;
  /** Completes "Basis: …" on the page of a check. */
  text: string;
}

const BASES = {
  schema: {
    severity: 'error',
    text: 'schemas, statuses, media types, headers and expressions of the document',
  },
  promise: {
    severity: 'error',
    text: 'a promise that the document declares, such as `security`, `readOnly`, `default`, a link or a 412, that the configuration declares, or that a standard of HTTP requires',
  },
  failure: { severity: 'error', text: 'a failure of the server or of a configured command' },
  convention: {
    severity: 'warning',
    text: 'a convention: the meaning of a name, a habit of servers, or an English description',
  },
  untested: { severity: 'warning', text: 'a part of the document that the gate could not test' },
  incomplete: {
    severity: 'warning',
    text: 'a case that the document leaves open, such as the status of an invalid request',
  },
  contradiction: { severity: 'note', text: 'a contradiction inside the document, which no server can avoid' },
  setup: { severity: 'note', text: 'data, events or permissions that the gate does not know' },
} as const satisfies Readonly<Record<string, BasisDescription>>;

/** The source of the rule that a check applies. */
export type Basis = keyof typeof BASES;

/** Returns the severity of findings with a basis. */
export function rateBasis(basis: Basis): Severity {
  return BASES[basis].severity;
}

/** Lists the bases for the guide. */
export function listBases(): readonly ({ name: string } & BasisDescription)[] {
  return Object.entries<BasisDescription>(BASES).map(([name, basis]) => ({ name, ...basis }));
}

/** Formats the severity and the basis of a check. */
export function describeBasis(basis: Basis): string {
  const { severity, text } = BASES[basis];
  return `Level: ${severity}. Basis: ${text}.`;
}
