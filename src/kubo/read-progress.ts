import type { AddProgressFn } from 'kubo-rpc-client'

/** What the node answers to `add?progress=true`, line by line. */
interface AddLine {
  Name?: string
  Bytes?: number
  Hash?: string
  Message?: string
  Type?: string
}

/**
 * Tells the progress that is among the lines of an answer, and gives the others.
 *
 * @throws an Error with the words of the node where a line is one: a worker can send no trailer, so it comes last
 */
export async function * readProgress (lines: AsyncIterable<AddLine>, progress: AddProgressFn): AsyncGenerator<AddLine> {
  for await (const line of lines) {
    if (line.Type === 'error' && line.Message != null) {
      throw new Error(line.Message)
    }

    if (line.Hash == null) {
      progress(line.Bytes ?? 0, line.Name)
    } else {
      yield line
    }
  }
}
