import type { NodeCallOptions, NodeCalls } from './node-calls.ts'

interface ErrorLine {
  Message: string
  Type: 'error'
}

/**
 * Calls commands of a node over HTTP.
 *
 * @param send - sends a request to a target below /api/v0/
 * @example
 *   const calls = httpCalls(async (target, init) => await fetch(`http://127.0.0.1:5001/api/v0/${target}`, init))
 */
export function httpCalls (send: (target: string, init: RequestInit) => Promise<Response>): NodeCalls {
  return async function* <T> (command: string, { args = [], options = {}, file, signal }: NodeCallOptions = {}) {
    const query = new URLSearchParams([
      ...args.map((arg) => ['arg', arg]),
      ...Object.entries(options).map(([name, value]) => [name, String(value)])
    ])
    const response = await send(`${command}?${query}`, {
      method: 'POST',
      headers: { 'X-Stream-Errors': 'in-band' },
      body: file == null ? undefined : formOf(file),
      signal
    })

    if (!response.ok) {
      throw new Error(errorText(await response.text()))
    }

    for await (const line of linesOf(response)) {
      const value = JSON.parse(line) as T | ErrorLine

      if (isErrorLine(value)) {
        throw new Error(value.Message)
      }

      yield value
    }
  }
}

async function* linesOf ({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''

  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines.filter((line) => line !== '')
  }

  if (rest.trim() !== '') {
    yield rest
  }
}

function formOf (file: Uint8Array): FormData {
  const form = new FormData()
  form.append('file', new Blob([file as BlobPart], { type: 'application/octet-stream' }), 'record')
  return form
}

function errorText (text: string): string {
  try {
    return (JSON.parse(text) as ErrorLine).Message
  } catch {
    return text.trim()
  }
}

function isErrorLine (value: unknown): value is ErrorLine {
  return typeof value === 'object' && value != null && (value as Partial<ErrorLine>).Type === 'error' &&
    typeof (value as Partial<ErrorLine>).Message === 'string'
}
