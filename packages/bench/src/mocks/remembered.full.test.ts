// Documents that others have published: at least 80 % of the resources that they create are remembered.
import { afterAll, expect, test } from 'vitest';
import { DOCUMENTS, readDocument } from './documents.ts';
import { findForgotten } from './find-forgotten.ts';
import { SUBJECTS } from './subjects.ts';

const NO_ID = 'neither the response of the creation nor Location has the id';
const NO_RESPONSE = 'the creation documents no body and no Location';
const NOT_READ = 'what is read has no id, or another one';

/** The resources that cannot be remembered, with the reason. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  petstore: { '/pet/{petId}': NO_RESPONSE },
  readme: {
    '/projects/{subdomain}/apikeys/{api_key_id}': NO_ID,
    '/branches/{branch}/apis/{filename}': NO_ID,
    '/branches/{branch}/categories/{section}': 'the id is one of two sections, and no response has it',
  },
  'readme-legacy': {
    '/categories/{slug}': NO_RESPONSE,
    '/changelogs/{slug}': NO_RESPONSE,
    '/custompages/{slug}': NO_RESPONSE,
    '/version/{versionId}': NO_RESPONSE,
  },
  shipengine: {
    '/v1/labels/{label_id}': 'the schema of what is read accepts only an empty object',
    '/v1/rates/{rate_id}': NO_ID,
    '/v1/shipments/{shipment_id}': 'a creation makes several shipments',
  },
  github: {
    '/repos/{owner}/{repo}/attestations/{subject_digest}': NOT_READ,
    '/repos/{owner}/{repo}/code-scanning/sarifs/{sarif_id}': NOT_READ,
    '/repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}': NOT_READ,
    '/repos/{owner}/{repo}/pages/builds/{build_id}': NO_ID,
    '/repos/{owner}/{repo}/pages/deployments/{pages_deployment_id}': NOT_READ,
  },
  'ideal-postcodes': { '/sign_up/{cli_token}': NOT_READ },
};

const counts = { triples: 0, forgotten: 0 };

test.each(Object.keys(DOCUMENTS))('%s is remembered', async (name) => {
  const { ours } = SUBJECTS;
  if (!ours) throw new Error('There is no such mock.');
  const { triples, forgotten } = await findForgotten(await readDocument(name), ours);
  counts.triples += triples;
  counts.forgotten += forgotten.size;
  expect(triples).toBeGreaterThan(0);
  expect([...forgotten.keys()], JSON.stringify([...forgotten])).toEqual(Object.keys(EXCEPTIONS[name] ?? {}));
});

afterAll(() => expect(counts.forgotten).toBeLessThan(counts.triples * 0.2));
