import { changeWithResult } from '../../config/change-with-result.ts'
import { addFilters, addressFilters, clearFilters, removeFilters } from '../../net/addresses/address-filters.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { onlineExchange } from '../shared/online-node.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'

const filters = argument.string('address', 'Multiaddr with a mask, for example /ip4/192.168.0.0/ipcidr/16.', {
  variadic: true,
  stdin: true
})
const EVERY = ['all', '*']

const add = command({
  help: { tagline: 'Add address filters.' },
  differs: [
    'Filters are part of the configuration; changes by config apply too.'
  ],
  errors: [
    { ask: 'arg=x', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  args: { filters },
  output: stringListShape,

  async run ({ filters }, { node }) {
    onlineExchange(node)
    const added = await changeWithResult(node.config, (config) => addFilters(config, filters))
    return singleResult({ Strings: added.filters })
  },

  text: stringListText
})

const rm = command({
  help: { tagline: 'Remove address filters.', description: '`all` or `*` as the first argument removes all filters.' },
  differs: [
    'Networks are compared by value, not by notation.'
  ],
  args: { filters },
  output: stringListShape,

  async run ({ filters }, { node }) {
    onlineExchange(node)
    const removed = await changeWithResult(
      node.config,
      (config) => EVERY.includes(filters[0]) ? clearFilters(config) : removeFilters(config, filters)
    )
    return singleResult({ Strings: removed.filters })
  },

  text: stringListText
})

export const swarmFilters = command({
  help: {
    tagline: 'List the address filters.',
    description: 'Shows the setting Swarm.AddrFilters.'
  },
  differs: [
    'Filters are listed in the order of the configuration, newest first (Kubo lists them last until its next start).'
  ],
  output: stringListShape,

  run (_, { node }) {
    onlineExchange(node)
    const nets = addressFilters(node.config.all())
    return singleResult({ Strings: nets.length === 0 ? null : nets })
  },

  text: stringListText
}, { add, rm })
