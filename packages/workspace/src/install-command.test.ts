import { expect, test } from 'vitest';
import { installCommand } from './install-command.ts';
import { PUBLISHED } from './published-packages.ts';

function writeCommand(name: string): string {
  const packed = PUBLISHED.find(({ manifest }) => manifest.name === name);
  if (packed === undefined) throw new Error(`${name} is not published.`);
  return installCommand(packed, '/tarballs');
}

test('a package without dependencies is one tarball', () => {
  expect(writeCommand('@keyframe/client')).toMatch(
    /^npm install \/tarballs\/keyframe-client-\d+\.\d+\.\d+\.tgz$/,
  );
});

test('a package is installed with all that it depends on, and with the peers of these that are not optional', () => {
  const words = writeCommand('@keyframe/ai-sdk-provider')
    .split(' ')
    .slice(2)
    .map((word) => word.replace(/-\d+\.\d+\.\d+\.tgz$/, ''));
  expect(words).toEqual([
    '/tarballs/keyframe-ai-sdk-provider',
    '/tarballs/keyframe-client',
    expect.stringMatching(/^'@ai-sdk\/provider@\^4/),
  ]);
});
