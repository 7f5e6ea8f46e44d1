import type { TakenBlob } from '../../bytes/blob-content.ts'
import type { WriteSession } from '../../store/blockstore.ts'
import { SLICE_BYTES, stagedSlices } from '../../store/staged-slices.ts'
import type { LeafFrame } from './leaf-frame.ts'

export interface StagedContentOptions {
  stage: NonNullable<WriteSession['stage']>
  leafBytes: number
  /** that of the leaves; undefined where they are raw */
  frame?: LeafFrame
  signal?: AbortSignal
}

/** The bytes of a file, which are in the store before they are read: the leaves that are made of what comes need not be written again. */
export async function * stagedContent (taken: TakenBlob, { stage, leafBytes, frame, signal }: StagedContentOptions): AsyncGenerator<Uint8Array> {
  // of whole leaves
  const sliceBytes = Math.max(1, Math.floor(SLICE_BYTES / leafBytes)) * leafBytes

  for await (const { bytes, size, isKept } of stagedSlices(taken, stage, { sliceBytes, wrap: frame == null ? undefined : (slice) => frame.wrap(slice), signal })) {
    if (isKept && frame != null) {
      yield * frame.unwrap(bytes, size)
    } else {
      yield bytes
    }
  }
}
