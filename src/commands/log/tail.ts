import { goJson } from '../../go/json/write-json.ts'
import { parseLogLevel } from '../../log/log-level.ts'
import type { LogLevel } from '../../log/log-level.ts'
import type { Logs } from '../../log/logs.ts'
import { tailLogs } from '../../log/tail-logs.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'

const encoder = new TextEncoder()

export const logTail = command({
  help: {
    tagline: 'Stream the log.',
    description:
      'Returns one JSON object per line. log/level selects the records. The stream ends without an error when the ' +
      'timeout of the request expires.'
  },
  differs: [
    'The response head is sent immediately. Records have no caller field. For a slow reader the oldest records are ' +
    'dropped (Kubo blocks the node).'
  ],
  status: 'experimental',
  options: { level: option.string('log-level', 'Minimum level of the records.', { default: '' }) },
  answersBytes: true,
  run: ({ level }, { node, signal }) =>
    bytesResult(logLines(node.logs, level === '' ? undefined : levelOf(level), signal))
})

function levelOf (text: string): LogLevel {
  try {
    return parseLogLevel(text)
  } catch (err) {
    throw new Error(`setting log level ${text}: ${(err as Error).message}`)
  }
}

async function* logLines (logs: Logs, level: LogLevel | undefined, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const tail = tailLogs(logs, { level, signal })
  let next = tail.next() // subscribes now
  yield new Uint8Array(0) // sends the head before the first record

  try {
    for (let result = await next; result.done !== true; result = await next) {
      const { fields, ...record } = result.value
      yield encoder.encode(`${goJson({ ...record, ...fields })}\n`)
      next = tail.next()
    }
  } finally {
    void tail.return(undefined)
  }
}
