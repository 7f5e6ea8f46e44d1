// Copies the files of a page without a bundler: the client next to the page, the worker to the root. dist/ goes to any static
// host.
import { cp, mkdir } from 'node:fs/promises'

const lib = new URL('./node_modules/swipfs/lib/', import.meta.url)
const dist = new URL('./dist/', import.meta.url)

await mkdir(dist, { recursive: true })
await cp(new URL('./public/', import.meta.url), dist, { recursive: true })
await cp(new URL('./page/', lib), new URL('./swipfs/', dist), { recursive: true })
await cp(new URL('./sw/', lib), dist, { recursive: true })
