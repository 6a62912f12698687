/** Words that readers use for the same thing. Each word also finds pages that contain another one of its group. */
const GROUPS: readonly (readonly string[])[] = [
  ['webhook', 'callback', 'notification', 'event'],
  ['cancel', 'abort', 'stop'],
  ['price', 'pricing', 'cost', 'credit', 'billing', 'charge'],
  ['key', 'token', 'apikey', 'credential'],
  ['rotate', 'rotation', 'roll'],
  ['throttle', 'throttling', 'quota', '429', 'limit'],
  ['javascript', 'js', 'typescript', 'node', 'nodejs'],
  ['sdk', 'client', 'library'],
  ['upload', 'attach', 'file'],
  ['image', 'picture', 'photo', 'material', 'reference'],
  ['deploy', 'deployment', 'docker', 'hosting'],
  ['install', 'setup'],
  ['k8s', 'kubernetes', 'helm'],
  ['postgres', 'postgresql', 'database', 'pg'],
  ['login', 'signin', 'console', 'dashboard'],
  ['team', 'member', 'organization', 'workspace', 'account', 'owner'],
  ['refund', 'reimburse'],
  ['expiry', 'expire', 'ttl', 'retention'],
  ['cors', 'browser', 'frontend'],
  ['pagination', 'paginate', 'paging', 'cursor', 'page'],
  ['mock', 'sandbox', 'simulate'],
  ['production', 'live', 'launch'],
  ['progress', 'poll', 'status'],
  ['signature', 'verify', 'verification', 'hmac'],
  ['duplicate', 'idempotency', 'idempotent', 'idempotence'],
  ['breaking', 'versioning', 'compatibility', 'version'],
  ['metric', 'monitoring', 'prometheus', 'alert'],
  ['environment', 'env', 'setting', 'configuration', 'config'],
];

const SYNONYMS = new Map<string, string[]>();
for (const group of GROUPS) {
  for (const word of group) {
    const synonyms = group.filter((synonym) => synonym !== word);
    SYNONYMS.set(word, [...(SYNONYMS.get(word) ?? []), ...synonyms]);
  }
}

/** Shorter words have too many neighbors within one edit. */
const MIN_TYPO_LENGTH = 5;

/** Lists the other words for a word in lower case, which may contain one typing error. */
export function findSynonyms(word: string): readonly string[] {
  const exact = SYNONYMS.get(word);
  if (exact !== undefined || word.length < MIN_TYPO_LENGTH) return exact ?? [];
  const near = [...SYNONYMS.keys()].find((candidate) => isOneEdit(word, candidate));
  return near === undefined ? [] : [near, ...(SYNONYMS.get(near) ?? [])];
}

/** Whether inserting, removing, replacing or swapping one letter turns a word into another one. */
function isOneEdit(left: string, right: string): boolean {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const isInserted = left.slice(start) === right.slice(start + 1);
  const isRemoved = left.slice(start + 1) === right.slice(start);
  const isReplaced = left.slice(start + 1) === right.slice(start + 1);
  const isSwapped =
    left[start] === right[start + 1] &&
    left[start + 1] === right[start] &&
    left.slice(start + 2) === right.slice(start + 2);
  return isInserted || isRemoved || isReplaced || isSwapped;
}
