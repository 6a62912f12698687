import { expect, test } from 'vitest';
import { checkImageBounds } from './check-image-bounds.ts';
import { insertBeforeScans, progressiveJpeg } from './testing/costly-media.ts';

function check(file: Buffer): Promise<void> {
  return checkImageBounds('jpeg', {
    size: file.byteLength,
    read: async (position, length) => file.subarray(position, position + length),
    close: async () => undefined,
  });
}

const jpeg = (scans: number) => progressiveJpeg({ width: 16, height: 16, scans });
const MANY = { problem: 'it has more than 100 scans' };
const DAMAGED = { problem: 'its header is damaged or cut short' };

test.each([
  { name: 'no marker', bytes: [] },
  { name: 'TEM', bytes: [0xff, 0x01] },
  { name: 'RST0', bytes: [0xff, 0xd0] },
  { name: 'RST7', bytes: [0xff, 0xd7] },
  { name: 'fill bytes and TEM', bytes: [0xff, 0xff, 0x01, 0xff, 0x01] },
  { name: 'a comment', bytes: [0xff, 0xfe, 0, 4, 0xff, 0xd9] },
])('counts the scans after $name', async ({ bytes }) => {
  await expect(check(insertBeforeScans(jpeg(90), bytes))).resolves.toBeUndefined();
  await expect(check(insertBeforeScans(jpeg(600), bytes))).rejects.toMatchObject(MANY);
});

test.each([
  { name: 'a stuffed zero outside of a scan', bytes: [0xff, 0x00] },
  { name: 'a length of 0', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'a length of 1', bytes: [0xff, 0xfe, 0, 1] },
  { name: 'bytes between markers', bytes: [0x12, 0x34] },
])('rejects $name', async ({ bytes }) => {
  await expect(check(insertBeforeScans(jpeg(600), bytes))).rejects.toMatchObject(DAMAGED);
});
