import type { Check } from '../session/check.ts';
import type { Exchange } from '../session/session.ts';

/** A stored file and the response that returns it. */
export interface StoredFile {
  stored: Exchange;
  returned: Exchange;
  bytes: Buffer;
}

export const fileDiffers: Check<StoredFile> = {
  id: 'file-differs',
  title: 'A file was not returned as it was stored',
  explanation:
    'A request stored a body that is not JSON, and a GET returned other bytes: the server decoded them as text, truncated them, or did not store them.',
  basis: 'convention',
  run({ stored, returned, bytes }) {
    const { status, body } = returned.response;
    if (status >= 400 || body.equals(bytes)) return [];
    const index = body.findIndex((byte, at) => byte !== bytes[at]);
    const difference = index < 0 ? '' : ` that differ from byte ${index} on`;
    return [
      {
        pointer: returned.operation.pointer,
        message: `A file of ${bytes.length} bytes was returned as ${body.length} bytes${difference}.`,
        expected: `${bytes.length} bytes as they were sent`,
        received: `${status} with ${body.length} bytes${difference}`,
        evidence: { ...returned, before: [stored.request] },
      },
    ];
  },
};
