import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readReferencePage } from '../src/reference-page.ts';

const page = readReferencePage({ url: 'https://api.example.com/keyframe/', description: 'Production' });

test('the page names one server, in its script and before that runs', () => {
  expect(page?.html).toContain(
    '"servers":[{"url":"https://api.example.com/keyframe","description":"Production"}]',
  );
  expect(page?.html).not.toContain('127.0.0.1');
});

test('the policy names each script of the page by its hash, and no other source of scripts', () => {
  const scripts = [...(page?.html ?? '').matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'));
  expect(hashes.length).toBeGreaterThan(0);
  expect(page?.sources.scriptSrc).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
});
