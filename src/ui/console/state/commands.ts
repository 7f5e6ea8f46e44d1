import { rpc } from '../../../client/index.ts'
import { node } from '../../client/node.ts'
import { readReference } from '../../client/read-reference.ts'
import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { commandList } from '../../lib/command/info/command-list.ts'
import type { ListedCommand } from '../../lib/command/info/command-list.ts'
import { Store } from '../../lib/reactive/store.ts'

/** All commands of this node; empty until they are read. */
export const commands = new Store<readonly CommandInfo[]>([])

/** Reads the list of commands. While the node does not answer, the page's own list is used. */
export async function readCommands (): Promise<void> {
  const [listed, known] = await Promise.all([
    node.value.phase === 'ready'
      ? rpc<ListedCommand>('commands', { options: { flags: true } }).catch(() => undefined)
      : undefined,
    readReference<CommandInfo[]>('commands')
  ])

  if (listed != null || known != null) {
    commands.set(commandList(listed, known ?? []))
  }
}
