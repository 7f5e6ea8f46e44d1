import { parseMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { all } from './stream-options.ts'

export const p2pClose = command({
  help: {
    tagline: 'Close listeners and forwarders.',
    description: 'Either all, or those that match every other given option. Returns their number.'
  },
  status: 'experimental',
  options: {
    all,
    protocol: option.string('protocol,p', 'Close those with this protocol.'),
    listenAddress: option.string('listen-address,l', 'Close those with this listen address.'),
    targetAddress: option.string('target-address,t', 'Close those with this target address.')
  },
  answers: { type: 'int' },

  async run ({ all, protocol, listenAddress, targetAddress }, { node }) {
    const mounts = streamMounts(node)
    const listen = listenAddress == null ? undefined : parseMultiaddr(listenAddress)
    const target = targetAddress == null ? undefined : parseMultiaddr(targetAddress)
    const isMatched = protocol != null || listen != null || target != null

    if (all !== true && !isMatched) {
      throw new Error('no matching options given')
    }

    if (all === true && isMatched) {
      throw new Error("can't combine --all with other matching options")
    }

    const closed = mounts.close((listener) =>
      (protocol == null || protocol === listener.protocol) &&
      (listen == null || listen.equals(listener.listenAddress)) &&
      (target == null || target.equals(listener.targetAddress))
    )

    node.keptListeners?.closed(mounts.list())
    await node.runtime?.saved()
    return singleResult(closed)
  },

  text: (count) => `Closed ${count} stream(s)\n`
})
