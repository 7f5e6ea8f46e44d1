import type { Chunk } from '../import/chunker/chunk.ts'
import { createChunker } from '../import/chunker/create-chunker.ts'
import type { ChunkerSpec } from '../import/chunker/parse-chunker.ts'
import { checkChunkSize } from '../import/file/import-file.ts'

/** Iterates over the chunks of a stream with one chunk of lookahead. */
export class ChunkSource {
  readonly #chunks: AsyncGenerator<Chunk>
  #next: Chunk | undefined
  #ended = false

  constructor (content: AsyncIterable<Uint8Array>, chunker: ChunkerSpec) {
    this.#chunks = chunkContent(content, chunker)
  }

  /** Reads ahead and returns whether there are no more chunks. */
  async done (): Promise<boolean> {
    if (this.#next == null && !this.#ended) {
      const { done, value } = await this.#chunks.next()
      this.#ended = done === true
      this.#next = done === true ? undefined : value
    }

    return this.#next == null
  }

  /** Returns the chunk that `done` has read ahead. */
  take (): Chunk {
    const chunk = this.#next as Chunk
    this.#next = undefined
    return chunk
  }
}

async function* chunkContent (content: AsyncIterable<Uint8Array>, spec: ChunkerSpec): AsyncGenerator<Chunk> {
  const chunker = createChunker(spec)

  for await (const bytes of content) {
    for (const chunk of chunker.push(bytes)) {
      checkChunkSize(chunk.length)
      yield chunk
    }

    checkChunkSize(chunker.pending)
  }

  const last = chunker.end()

  if (last != null) {
    checkChunkSize(last.length)
    yield last
  }
}
