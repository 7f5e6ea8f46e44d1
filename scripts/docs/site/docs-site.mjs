#!/usr/bin/env node
// `npm run docs:site`: builds the documentation site into dist-docs/, or the folder of `--out`, with relative URLs
// only.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { ROOT } from '../../root.mjs'
import { relativeSite } from './relative-site.mjs'

const { values: { out } } = parseArgs({ options: { out: { type: 'string', default: 'dist-docs' } } })
const folder = path.resolve(ROOT, out)

await build(path.join(ROOT, 'docs'), { outDir: folder })
await relativeSite(folder)
console.log(`Built ${out}/. Publish it in any folder of a static host, or add it to IPFS.`)
