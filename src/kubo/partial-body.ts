import { chunksOf } from '../client/body/response-chunks.ts'
import { AnswerCutError } from '../client/protocol/errors.ts'
import { isError } from '../errors/define-error.ts'

/**
 * Returns the text of an answer. A worker cannot send trailers, so a command that fails after its first line breaks the
 * body after the error object. The lines before it are the whole body in Kubo.
 *
 * @returns the lines before the error object, or its message if there are none
 * @throws AnswerCutError if the body breaks otherwise
 */
export async function readPartialBody (body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''

  try {
    for await (const chunk of chunksOf(body)) {
      text += decoder.decode(chunk, { stream: true })
    }

    return text + decoder.decode()
  } catch (err) {
    const lines = text.split('\n').filter((line) => line !== '')
    const words = isError(err, AnswerCutError) ? wordsOf(lines.pop()) : undefined
    if (words == null) {
      throw err
    }
    return lines.length === 0 ? words : lines.map((line) => `${line}\n`).join('')
  }
}

function wordsOf (line: string | undefined): string | undefined {
  try {
    const { Message, Type } = JSON.parse(line ?? '') as { Message?: string; Type?: string }
    return Type === 'error' ? Message : undefined
  } catch {
    return undefined
  }
}
