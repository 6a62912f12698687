import type { DemoOwner } from './demo-owner.ts';

/** Writes what a newcomer needs first: addresses, keys, and a request that works when pasted. */
export function startBanner(urls: { readonly api: string; readonly mock: string }, owner: DemoOwner): string {
  return `
Keyframe is running.

  API        ${urls.api}
  Docs       ${urls.api}/docs/
  Mock       ${urls.mock}
  Test key   ${owner.testKey}   (sandbox: small previews within about a second)
  Live key   ${owner.liveKey}   (full renderings)
  Owner      ${owner.ownerId}

Submit a video:

  curl -s ${urls.api}/v1/videos/generations \\
    -H 'Authorization: Bearer ${owner.liveKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"model": "video-2-0", "input": {"prompt": "a red sun sinking into a calm sea"}}'

Follow it, with the taskId of the answer; data.results holds the link of the video:

  curl -s ${urls.api}/v1/tasks/TASK_ID -H 'Authorization: Bearer ${owner.liveKey}'

Ctrl-C stops everything.
`;
}
