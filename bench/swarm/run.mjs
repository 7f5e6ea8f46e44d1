// Transfers folders between the node in a browser and its peers: `npm run bench -- --swarm [--mib N] [--files N]
// [--only TEXT]`. Default: 200 MiB and 10,000 files. TEXT filters transports.
import { tsImport } from 'tsx/esm/api'
import { build } from '../../scripts/build/build.mjs'

const option = (name, otherwise) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise

await build({ quiet: true })
const { swarmBench } = await tsImport('./swarm-bench.ts', import.meta.url)
const print = (row) => {
  console.log(row.join('\t'))
}

await swarmBench({
  mib: Number(option('--mib', 200)),
  files: Number(option('--files', 10_000)),
  only: option('--only', '')
}, print)
