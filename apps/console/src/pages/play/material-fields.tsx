import type { Draft } from './draft.ts';
import { selectMaterials } from './draft.ts';
import { AUDIOS, FRAMES, IMAGES, MOST_MATERIALS, VIDEOS } from './limits.ts';
import { Materials } from './materials.tsx';

/** The materials of the mode; what it does not take is not offered. */
export function MaterialFields({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}) {
  if (draft.type === 'text-to-video') return null;
  if (draft.type === 'image-to-video') {
    return (
      <Materials
        title="Frames"
        names={(index) => (index === 0 ? 'First frame' : 'Last frame')}
        limit={FRAMES}
        urls={draft.frames}
        isFull={false}
        onChange={(frames) => onChange({ frames })}
      />
    );
  }
  const { images, videos } = selectMaterials(draft);
  const isFull = draft.images.length + draft.videos.length + draft.audios.length >= MOST_MATERIALS;
  // Audio is no reference of its own (the contract's rule of this mode).
  const lacksPicture = images.length + videos.length === 0;
  return (
    <>
      <Materials
        title="Reference images"
        names={(index) => `Image ${index + 1}`}
        limit={IMAGES}
        urls={draft.images}
        isFull={isFull}
        onChange={(urls) => onChange({ images: urls })}
      />
      <Materials
        title="Reference videos"
        names={(index) => `Video ${index + 1}`}
        limit={VIDEOS}
        urls={draft.videos}
        isFull={isFull}
        onChange={(urls) => onChange({ videos: urls })}
      />
      <Materials
        title="Reference audio"
        names={(index) => `Audio ${index + 1}`}
        limit={AUDIOS}
        urls={draft.audios}
        isFull={isFull || lacksPicture}
        onChange={(urls) => onChange({ audios: urls })}
      />
    </>
  );
}
