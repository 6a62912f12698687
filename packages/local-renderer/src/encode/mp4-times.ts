const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Sets the creation and modification times inside an MP4 to zero, which means unknown, so that equal videos are equal files. */
export function clearTimes(file: Uint8Array): void {
  clearBoxes(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength);
}

// ISO/IEC 14496-12: a box is a 32-bit size, a four-letter type and its content.
function clearBoxes(view: DataView, start: number, end: number): void {
  let position = start;
  while (position + 8 <= end) {
    const size = view.getUint32(position);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(position + offset)));
    if (CONTAINERS.has(type)) clearBoxes(view, position + 8, position + size);
    if (TIMED.has(type)) {
      const bytes = view.getUint8(position + 8) === 1 ? 16 : 8;
      new Uint8Array(view.buffer, view.byteOffset + position + 12, bytes).fill(0);
    }
    // A size of 1 announces a 64-bit size: only the media data does that, and it comes last.
    if (size < 8) return;
    position += size;
  }
}
