import type { TakenBlob, TakenRest } from '../../bytes/blob-content.ts'
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

/** Bytes of a slice of a file: those of whole leaves. */
export function leafSliceBytes (leafBytes: number): number {
  return Math.max(1, Math.floor(SLICE_BYTES / leafBytes)) * leafBytes
}

/** The bytes of a file from a leaf on, which are in the store before they are read: the leaves that are made of what comes need not be written again. */
export function stagedContent (taken: TakenBlob | TakenRest, options: StagedContentOptions): AsyncIterable<Uint8Array> {
  const bytes = kept(taken, options)
  return 'until' in taken ? taken.until(bytes) : bytes
}

async function * kept (taken: TakenBlob | TakenRest, { stage, leafBytes, frame, signal }: StagedContentOptions): AsyncGenerator<Uint8Array> {
  for await (const { bytes, size, isKept } of stagedSlices(taken, stage, { sliceBytes: leafSliceBytes(leafBytes), wrap: frame == null ? undefined : (slice) => frame.wrap(slice), signal })) {
    if (isKept && frame != null) {
      yield * frame.unwrap(bytes, size)
    } else {
      yield bytes
    }
  }
}
