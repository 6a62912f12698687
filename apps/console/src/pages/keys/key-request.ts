// The request of the form that creates a key.
import type { KeyCreated, KeyRequest, Mode } from '@keyframe/console-contract/client';

/** Reads the form; the day of the expiry counts to its end in UTC. */
export function readKeyRequest(data: FormData): KeyRequest {
  const scopes = data.getAll('scopes') as NonNullable<KeyRequest['scopes']>;
  const expires = String(data.get('expires_at'));
  return {
    name: String(data.get('name')),
    mode: data.get('mode') as Mode,
    scopes,
    ...(expires === '' ? {} : { expires_at: `${expires}T23:59:59Z` }),
  };
}

/** Writes a first request with a key, which its scopes allow. */
export function writeCurlCommand(
  { key, scopes }: Pick<KeyCreated, 'key' | 'scopes'>,
  origin: string,
): string {
  if (!scopes.includes('videos:create')) {
    return `curl -s ${origin}/v1/credits \\\n  -H 'Authorization: Bearer ${key}'`;
  }
  return `curl -s ${origin}/v1/videos/generations \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "video-2-0", "input": {"prompt": "a red sun sinking into a calm sea"}}'`;
}
