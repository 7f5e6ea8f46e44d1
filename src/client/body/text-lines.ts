/** Yields the lines of a UTF-8 text as they arrive, without blank ones. Leaving the loop early ends the source. */
export async function* textLines (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''

  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(isFilled)
  }

  yield* [rest + decoder.decode()].filter(isFilled)
}

function isFilled (line: string): boolean {
  return line.trim() !== ''
}
