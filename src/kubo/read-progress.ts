import type { AddProgressFn } from 'kubo-rpc-client'

/** A line of the answer to `add?progress=true`. */
interface AddLine {
  Name?: string
  Bytes?: number
  Hash?: string
  Message?: string
  Type?: string
}

/**
 * Reports the progress lines of an answer, and yields the others.
 *
 * @throws an Error with the message of an error line: a worker cannot send trailers, so errors are the last line
 */
export async function* readProgress (lines: AsyncIterable<AddLine>, progress: AddProgressFn): AsyncGenerator<AddLine> {
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
