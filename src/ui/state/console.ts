import { call, chunksOf, RpcError, whileBusy } from '../../client/index.ts'
import { Answer } from '../lib/command/answer.ts'
import { fileArgument } from '../lib/command/command-call.ts'
import type { CommandCall } from '../lib/command/command-call.ts'
import { holdsSecret } from '../lib/command/holds-secret.ts'
import { readHistory, withLine } from '../lib/command/line-history.ts'
import { requestTarget } from '../lib/command/request-target.ts'
import { keepLocal, readLocal } from '../lib/local-text.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { retold } from '../lib/retold.ts'
import { Store } from '../lib/store.ts'
import { t, tn } from '../lib/t.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'

export interface ConsoleState {
  running: boolean
  /** what was run last, as a person wrote it, and behind `/api/v0/` */
  line?: string
  target?: string
  /** as far as it has come */
  answer?: Answer
  /** the answer is rows of JSON, and no bytes */
  hasRows?: boolean
  /** of HTTP; undefined as long as nothing came */
  status?: number
  problem?: PlainError
  stopped?: boolean
  beganMs?: number
  /** how long it took; undefined while it runs */
  tookMs?: number
}

/** The last command that was run in the console. */
export const commandRun = new Store<ConsoleState>({ running: false })

const HISTORY = 'swipfs-console-history'

/** The lines that were run, the newest last. */
export const history = new Store<readonly string[]>(readHistory(readLocal(HISTORY) ?? null))

const REDRAW_INTERVAL_MS = 100

/** What listens until somebody stops it is no work that an update of the node should wait for. */
const ENDLESS = ['log/tail', 'pubsub/sub', 'stats/bw']

let stop: AbortController | undefined

/**
 * Runs a command and shows its answer as it comes; one at a time.
 *
 * @param line - as a person wrote it, to be remembered
 * @param files - what goes with it
 */
export async function runCommand (line: string, asked: CommandCall, files: readonly File[]): Promise<void> {
  stop?.abort()
  const controller = stop = new AbortController()
  const { signal } = controller
  const answer = new Answer()
  const beganMs = performance.now()
  const isLatest = (): boolean => stop === controller
  const show = (part: Partial<ConsoleState>): void => { if (isLatest()) commandRun.patch({ ...part, answer }) }
  const target = requestTarget(asked)
  let hasRows = false

  // a secret stays no longer than the line that it stands in
  const isSecret = holdsSecret(asked)
  if (!isSecret) remember(line)
  commandRun.set({ running: true, line: isSecret ? asked.command.path.replaceAll('/', ' ') : line, target, beganMs })
  const timer = setInterval(() => { show({}) }, REDRAW_INTERVAL_MS)

  try {
    await whenReady({ signal })
    const hold = ENDLESS.includes(asked.command.path) ? async (work: () => Promise<void>) => { await work() } : whileBusy
    await hold(async () => {
      const [command, query] = target.split(/\?(.*)/s)
      const { status, headers, body } = await call(command, {
        query: new URLSearchParams(query),
        signal,
        ...fileArgument(asked.command) == null || files.length === 0 ? {} : { files: files.map((content) => ({ path: content.name, content })) }
      })
      hasRows = headers.get('content-type')?.startsWith('application/json') === true && asked.command.bytes !== true
      show({ status, hasRows })
      for await (const chunk of chunksOf(body)) answer.push(chunk)
    }, { signal })
    answer.end()
    const broke = hasRows ? brokeWith(answer) : undefined
    show(broke == null ? {} : { problem: retold(() => ({ what: t('It broke off behind what is shown.'), detail: broke })) })
    say(hasRows ? tn(answer.rows, 'The command has ended. {n} value.', 'The command has ended. {n} values.') : t('The command has ended.'))
  } catch (err) {
    answer.end()

    if (isAbort(err)) {
      show({ stopped: true })
      say(t('The command was stopped.'))
    } else {
      const known = plainError(err)
      show({ problem: (err as Error).name === RpcError.name ? { what: (err as Error).message } : known, ...(err as Error).name === RpcError.name ? { status: (err as RpcError).status } : {} })
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

/** A worker can send no trailer: an error behind the first byte is the last line. */
function brokeWith ({ first, last, rows }: Answer): string | undefined {
  const row = rows > 1 ? last.at(-1) ?? first.at(-1) : undefined

  try {
    const value = JSON.parse(row?.text ?? '') as { Type?: unknown, Message?: unknown } | null
    return value?.Type === 'error' && typeof value.Message === 'string' ? value.Message : undefined
  } catch {
    return undefined
  }
}
