import { CallerInvalidError } from './caller-invalid-error.ts';
import type { CallerRules } from './find-refusal.ts';

/** Throws CallerInvalidError for an origin or host that no request can have: it would allow nothing. */
export function requireCallers({ allowOrigins, allowHosts }: CallerRules): void {
  for (const origin of allowOrigins) requireOrigin(origin);
  for (const host of allowHosts) {
    if (getUrl(`http://${host}`)?.hostname === host.toLowerCase()) continue;
    throw new CallerInvalidError(
      `An allowed host must be a name without scheme and port, such as app.example.com (got "${host}").`,
    );
  }
}

function requireOrigin(text: string): void {
  const origin = getUrl(text)?.origin;
  // Pages of a file have the origin null, and so do URLs of schemes that only some browsers know.
  const isOrigin = origin === 'null' ? /^[a-z][\w+.-]*:\/\/[^/?#]+$/.test(text) : origin === text;
  if (isOrigin || text === 'null') return;
  const hint = origin === undefined || origin === 'null' ? '' : ` Did you mean ${origin}?`;
  throw new CallerInvalidError(
    `An allowed origin must be a scheme, a host and at most a port, such as https://app.example.com (got "${text}").${hint}`,
  );
}

// A URL may contain *, but names are compared as they are.
function getUrl(text: string): URL | undefined {
  return URL.canParse(text) && !text.includes('*') ? new URL(text) : undefined;
}
