import { call, rpc } from '../../client/index.ts'
import { chunksOf } from '../lib/chunks-of.ts'
import { isAbort } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { whenReady } from './node.ts'

export interface TryOutState {
  running: boolean
  output: string
  /** paths of all commands, once asked for */
  commands: string[]
}

interface Command { Name: string, Subcommands?: Command[] | null }

/** A page is no place for a whole file. */
const MAX_OUTPUT_CHARS = 64 * 1024

export const tryOut = new Store<TryOutState>({ running: false, output: '', commands: [] })

let stop: AbortController | undefined

/** Runs one command as typed, e.g. `pin/ls?type=recursive`, and shows the answer as it comes. */
export async function runCommand (line: string): Promise<void> {
  const { signal } = stop = new AbortController()
  const [command, query = ''] = line.trim().replace(/^\/?(api\/v0\/)?/, '').split(/\?(.*)/s)
  const decoder = new TextDecoder()
  let output = ''
  tryOut.patch({ running: true, output })

  try {
    await whenReady({ signal })
    const { body } = await call(command, { query: new URLSearchParams(query), signal })
    for await (const chunk of chunksOf(body)) {
      output += decoder.decode(chunk, { stream: true })
      if (output.length > MAX_OUTPUT_CHARS) {
        output = output.slice(0, MAX_OUTPUT_CHARS) + '\n… (more; cut here)'
        break
      }
      tryOut.patch({ output })
    }
    tryOut.patch({ output: output || '(an empty answer)' })
  } catch (err) {
    tryOut.patch({ output: `${output}\n${isAbort(err) ? '(stopped)' : (err as Error).message}`.trim() })
  } finally {
    tryOut.patch({ running: false })
  }
}

export function stopCommand (): void {
  stop?.abort()
}

/** For the suggestions; without them one can still type. */
export async function loadCommands (): Promise<void> {
  if (tryOut.value.commands.length === 0) {
    const root = await rpc<Command>('commands').catch(() => undefined)
    tryOut.patch({ commands: root?.Subcommands?.flatMap((child) => paths(child, '')) ?? [] })
  }
}

function paths ({ Name, Subcommands }: Command, above: string): string[] {
  const path = above + Name
  return Subcommands == null || Subcommands.length === 0 ? [path] : Subcommands.flatMap((child) => paths(child, path + '/'))
}
