import { ipnsNameText, parseIpnsName } from '../../names/record/ipns-name.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import type { RuntimeState } from './runtime-state.ts'

/**
 * Keeps the names that the node follows over pubsub (`name/pubsub/subs`) across restarts of the worker.
 *
 * @returns a function that stops saving
 */
export function saveFollowedNames (
  state: Pick<RuntimeState, 'get' | 'put'>,
  swarm: Pick<LazySwarm, 'watch'>
): () => void {
  let unwatchNames = (): void => {}

  const follow = ({ namePubsub }: Swarm): void => {
    unwatchNames()

    if (namePubsub != null) {
      const row = state.get('followed-names')

      for (const text of Array.isArray(row) ? row : []) {
        try {
          namePubsub.follow(parseIpnsName(text as string))
        } catch {
          // Ignores a row of another version.
        }
      }

      unwatchNames = namePubsub.watchNames(() => {
        const names = namePubsub.names().map(ipnsNameText)
        state.put('followed-names', names.length === 0 ? undefined : names)
      })
    }
  }

  const unwatchSwarm = swarm.watch(follow)
  return () => {
    unwatchSwarm()
    unwatchNames()
  }
}
