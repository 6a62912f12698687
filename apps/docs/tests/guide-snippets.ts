// The code blocks of the guides, and callbacks to verify with them.
import { spawnSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDES = join(ROOT, 'src/content/docs/guides');
/** The text of each guide by its file name. */
export const guides = readdirSync(GUIDES).map((name) => ({
  name,
  text: readFileSync(join(GUIDES, name), 'utf8'),
}));

/** Lists the snippets of a language: those without a title, or, with `all`, also files and commands that are run. */
export function snippets(language: string, kind: 'alone' | 'all' = 'all') {
  const info = kind === 'all' ? '(?: [^\\n]*)?' : '';
  return guides.flatMap(({ name, text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}${info}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
      ([, code = ''], index) => ({
        name: `${name.replace('.md', '')}-${index + 1}`,
        code,
      }),
    ),
  );
}

const SECRET_BYTES = Buffer.from('a secret of at least 24 bytes');
export const SECRET = `whsec_${SECRET_BYTES.toString('base64')}`;
const KEY_PAIR = generateKeyPairSync('ed25519');
export const PUBLIC_KEY = `whpk_${KEY_PAIR.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`;
export const BODY = '{"id":"task_1","status":"failed"}';

function signed(timestamp: number) {
  const text = `msg_1.${timestamp}.${BODY}`;
  const mac = createHmac('sha256', SECRET_BYTES).update(text).digest('base64');
  const signature = sign(null, Buffer.from(text), KEY_PAIR.privateKey).toString('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1a,AAAA v1,${mac} v1a,${signature}`,
  };
}

const NOW = Math.floor(Date.now() / 1_000);
/** Headers of callbacks with `BODY`, and whether a receiver must accept them. */
export const CASES = [
  { name: 'a genuine callback', headers: signed(NOW), isAccepted: true },
  { name: 'a forged one', headers: { ...signed(NOW), 'webhook-id': 'msg_2' }, isAccepted: false },
  { name: 'an old one', headers: signed(NOW - 600), isAccepted: false },
];

/** Whether a command succeeds, as a probe for what is installed. */
export function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}
