import { expect, it } from 'vitest'
import { readPartialBody } from './partial-body.ts'

const ERROR = '{"Message":"can\'t remove some files","Code":0,"Type":"error"}\n'

/** Creates a body that ends or breaks after these texts. */
function body (texts: readonly string[], breaks: boolean): ReadableStream<Uint8Array> {
  const left = [...texts]

  return new ReadableStream({
    pull (stream) {
      const text = left.shift()
      if (text != null) {
        stream.enqueue(new TextEncoder().encode(text))
      } else if (breaks) {
        stream.error(new TypeError('network error'))
      } else {
        stream.close()
      }
    }
  }, { highWaterMark: 0 })
}

it.each([
  [[], false, ''],
  [['"a: path is ', 'a directory"\n', ERROR], true, '"a: path is a directory"\n'],
  [['"a"\n"b"\n' + ERROR], true, '"a"\n"b"\n'],
  [[ERROR], true, "can't remove some files"]
])('returns the text before the error: %j', async (texts, breaks, told) => {
  expect(await readPartialBody(body(texts, breaks))).toBe(told)
})

it.each([[[]], [['"a"\n']], [['"a"\n', '{"Mess']]])('throws without an error object: %j', async (texts) => {
  await expect(readPartialBody(body(texts, true))).rejects.toMatchObject({ name: 'AnswerCutError' })
})
