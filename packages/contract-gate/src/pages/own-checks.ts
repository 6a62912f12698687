// The checks beside the rules of `diff` and the conformance checks.

export interface OwnCheck {
  title: string;
  explanation: string;
  command: string;
}

export const OWN_CHECKS: Readonly<Record<string, OwnCheck>> = {
  'served-document-differs': {
    title: 'A server publishes another document',
    explanation:
      'A member of the served document differs, is missing, or is not in the document. Clients generate from either.',
    command: 'round-trip',
  },
  'version-not-followed': {
    title: 'The version does not announce the changes',
    explanation:
      'By semantic versioning, a breaking change needs a new major version, or a new minor one before 1.0.0, and other changes a new minor one. A version of another kind, such as a date, is not checked.',
    command: 'diff --check-version',
  },
  'unknown-request': {
    title: 'A client sends a request that the document does not have',
    explanation:
      'No operation has the method and the path. Parts of the path that may be ids are shown as *. Add the operation to the document, or correct the client.',
    command: 'record',
  },
  'invalid-request': {
    title: 'A client sends a request that the document refuses',
    explanation:
      'A parameter or the body violates its schema, is missing, or has another media type. The server may accept it today, and need not tomorrow.',
    command: 'record',
  },
  'baseline-entry-unused': {
    title: 'A baseline accepts what no longer occurs',
    explanation: 'Remove the entry: otherwise it would accept the finding when it comes back.',
    command: 'test --baseline',
  },
  'redocly-parse-failed': {
    title: 'Redocly cannot parse the document',
    explanation:
      'Its parser of YAML is stricter than others, so that none of its rules ran. Other tools with the same parser fail as well.',
    command: 'lint',
  },
  'redocly-rule': {
    title: 'A rule of Redocly',
    explanation:
      'The rest of the id is the rule: https://redocly.com/docs/cli/rules explains those of Redocly itself.',
    command: 'lint',
  },
  'doctor-rule': {
    title: 'A finding of the doctor of openapi-hono',
    explanation:
      'What breaks OpenAPI, what means less than it seems to, and examples that their own schemas refuse.',
    command: 'lint',
  },
  'dredd-transaction': {
    title: 'A transaction of Dredd failed',
    explanation:
      'Dredd sent the first example of an operation and compared status, media type and the keys of the answer.',
    command: 'ci',
  },
  'prism-violation': {
    title: 'The Prism proxy found a violation in a response',
    explanation:
      'An example request was sent through the proxy, which validates the response against the document.',
    command: 'ci',
  },
  'respect-step': {
    title: 'A step of an Arazzo workflow failed',
    explanation:
      'redocly respect performed the workflow; a criterion or the schema of a response did not hold.',
    command: 'ci',
  },
  'server-unavailable': {
    title: 'The server of a configuration is not available',
    explanation:
      'It did not start, or accepts no connections. Only the document was checked; the tools that test a server were skipped.',
    command: 'ci',
  },
  'tool-failed': {
    title: 'A tool ended without a summary',
    explanation: 'Dredd, Prism or Redocly ended without a summary; its output is in the finding.',
    command: 'ci',
  },
};
