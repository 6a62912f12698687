import { consoleOrigin } from '../people/console-links.ts';
import type { DemoOwner } from './demo-owner.ts';

/** Writes what a newcomer needs first: addresses, keys, and a request that works when pasted. */
export function startBanner(
  urls: { readonly api: string; readonly mock: string | undefined },
  { owner, operatorLink }: { readonly owner?: DemoOwner; readonly operatorLink?: string | undefined },
): string {
  return `
Keyframe is running.

  API        ${urls.api}
  Docs       ${urls.api}/docs/
  Console    ${operatorLink ?? `${consoleOrigin(urls.api)}/console/`}${operatorLink === undefined ? '' : '\n             (makes you the first operator; works once, for an hour)'}
  Mock       ${urls.mock ?? 'did not start; the log says why'}
${owner === undefined ? HOW_TO_CREATE : ownerAndExample(urls.api, owner)}
Ctrl-C stops everything.
`;
}

const HOW_TO_CREATE = `
This start creates no team. To create one with a key and credits, and a link that makes an operator of the console:

  npm run --silent admin -- team create --name NAME
  npm run --silent admin -- key create --owner OWNER_ID --mode live
  npm run --silent admin -- credits grant --owner OWNER_ID --mode live --amount 1000
  npm run --silent admin -- operator link
`;

function ownerAndExample(api: string, { ownerId, testKey, liveKey, liveKeyHint }: DemoOwner): string {
  const live =
    liveKey === undefined
      ? `${liveKeyHint}   (shown in full when it was created; for another one:
             npm run --silent admin -- key create --owner ${ownerId} --mode live)`
      : `${liveKey}   (full renderings; shown this once)`;
  return `  Test key   ${testKey}   (sandbox: small previews within about a second)
  Live key   ${live}
  Team       ${ownerId}

Submit a preview of a video:

  curl -s ${api}/v1/videos/generations \\
    -H 'Authorization: Bearer ${testKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"model": "video-2-0", "input": {"prompt": "a red sun sinking into a calm sea"}}'

Poll it with the taskId of the response; once the task is completed, data.results links to the video:

  curl -s ${api}/v1/tasks/TASK_ID -H 'Authorization: Bearer ${testKey}'
`;
}
