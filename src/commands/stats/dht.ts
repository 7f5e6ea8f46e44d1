import { hasDht } from '../../net/has-dht.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'
import { shape } from '../../rpc/output.ts'
import { stream } from '../../rpc/result.ts'
import { onlineExchange } from '../shared/online-exchange.ts'

/** A routing table; nobody is known, so it has no buckets. */
interface DhtStat { Name: string, Buckets: never[] }

const TABLES = ['wanserver', 'lanserver', 'wan', 'lan']

export const statsDht = command({
  help: { tagline: 'Show the routing tables of the DHT.' },
  args: { tables: argument.string('dht', 'wanserver, lanserver, wan or lan; wan and lan when left out.', { required: false, variadic: true }) },
  output: shape('dhtStat', 'Name:string Buckets:list'),

  run ({ tables }, { node }) {
    onlineExchange(node)

    if (!hasDht(node.config)) {
      throw new Error('routing service is not a DHT')
    }

    return stream(each(tables.length === 0 ? ['wan', 'lan'] : tables))
  },

  // three empty columns of at least four characters, as Kubo's tab writer has them
  text: ({ Name }) => `DHT ${Name} (0 peers):${' '.repeat(10)}\n`
})

async function * each (tables: readonly string[]): AsyncGenerator<DhtStat> {
  for (const Name of tables) {
    if (!TABLES.includes(Name)) {
      throw new CommandError(`unknown dht type: ${Name}`, ERROR_CODES.client)
    }

    yield { Name, Buckets: [] }
  }
}
