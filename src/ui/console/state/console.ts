import { call, chunksOf, RpcError, whileBusy } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { whenReady } from '../../client/node.ts'
import { fileArgument } from '../../lib/command/call/command-call.ts'
import type { CommandCall } from '../../lib/command/call/command-call.ts'
import { holdsSecret } from '../../lib/command/call/holds-secret.ts'
import { requestTarget } from '../../lib/command/call/request-target.ts'
import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { Answer } from '../lib/answer.ts'
import { readHistory, withLine } from '../lib/line-history.ts'

export interface ConsoleState {
  running: boolean
  /** last command as the user entered it, and its target below `/api/v0/` */
  line?: string
  target?: string
  /** the answer received so far */
  answer?: Answer
  /** whether the answer is rows of JSON instead of bytes */
  hasRows?: boolean
  /** HTTP status; undefined before the answer */
  status?: number
  problem?: PlainError
  stopped?: boolean
  beganMs?: number
  /** duration; undefined while it runs */
  tookMs?: number
}

/** The last command that was run in the console. */
export const commandRun = new Store<ConsoleState>({ running: false })

const HISTORY = 'swipfs-console-history'

/** The lines that were run, oldest first. */
export const history = new Store<readonly string[]>(readHistory(readLocal(HISTORY) ?? null))

const REDRAW_INTERVAL_MS = 100

/** Endless commands, which an update of the node does not wait for. */
const ENDLESS = ['log/tail', 'pubsub/sub', 'stats/bw']

let stop: AbortController | undefined

/**
 * Runs a command and shows its answer as it arrives. Stops the previous command.
 *
 * @param line - as the user entered it, for the history
 * @param files - uploaded files
 */
export async function runCommand (line: string, asked: CommandCall, files: readonly File[]): Promise<void> {
  stop?.abort()
  const controller = stop = new AbortController()
  const { signal } = controller
  const answer = new Answer()
  const beganMs = performance.now()
  const isLatest = (): boolean => stop === controller
  const show = (part: Partial<ConsoleState>): void => {
    if (isLatest()) {
      commandRun.patch({ ...part, answer })
    }
  }
  const target = requestTarget(asked)
  let hasRows = false

  // A line with a secret is not stored.
  const isSecret = holdsSecret(asked)
  if (!isSecret) {
    remember(line)
  }
  commandRun.set({ running: true, line: isSecret ? asked.command.path.replaceAll('/', ' ') : line, target, beganMs })
  const timer = setInterval(() => {
    show({})
  }, REDRAW_INTERVAL_MS)

  try {
    await whenReady({ signal })
    const hold = ENDLESS.includes(asked.command.path)
      ? async (work: () => Promise<void>) => {
        await work()
      }
      : whileBusy
    await hold(async () => {
      const [command, query] = target.split(/\?(.*)/s)
      const { status, headers, body } = await call(command, {
        query: new URLSearchParams(query),
        signal,
        ...fileArgument(asked.command) == null || files.length === 0
          ? {}
          : { files: files.map((content) => ({ path: content.name, content })) }
      })
      hasRows = headers.get('content-type')?.startsWith('application/json') === true && asked.command.bytes !== true
      show({ status, hasRows })
      for await (const chunk of chunksOf(body)) {
        answer.push(chunk)
      }
    }, { signal })
    answer.end()
    const broke = hasRows ? brokeWith(answer) : undefined
    show(
      broke == null ? {} : { problem: retold(() => ({ what: t('It stopped after the part shown.'), detail: broke })) }
    )
    announceNews(
      hasRows
        ? tn(answer.rows, 'Done. {n} value.', 'Done. {n} values.')
        : t('Done.')
    )
  } catch (err) {
    answer.end()

    if (isAbort(err)) {
      show({ stopped: true })
      announceNews(t('Stopped.'))
    } else {
      const known = plainError(err)
      show({
        problem: isError(err, RpcError) ? { what: (err as Error).message } : known,
        ...isError(err, RpcError) ? { status: (err as RpcError).status } : {}
      })
    }
  } finally {
    clearInterval(timer)
    show({ running: false, tookMs: performance.now() - beganMs })
  }
}

export function stopCommand (): void {
  stop?.abort()
}

export function clearHistory (): void {
  history.set([])
  keepLocal(HISTORY, '[]')
}

function remember (line: string): void {
  history.set(withLine(history.value, line))
  keepLocal(HISTORY, JSON.stringify(history.value))
}

/**
 * Returns the error of an aborted answer. A worker can send no trailer, so an error after the first byte is the last
 * line.
 */
function brokeWith ({ first, last, rows }: Answer): string | undefined {
  const row = rows > 1 ? last.at(-1) ?? first.at(-1) : undefined

  try {
    const value = JSON.parse(row?.text ?? '') as { Type?: unknown; Message?: unknown } | null
    return value?.Type === 'error' && typeof value.Message === 'string' ? value.Message : undefined
  } catch {
    return undefined
  }
}
