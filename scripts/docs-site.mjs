#!/usr/bin/env node
// `npm run docs:site`: builds the documentation site into dist-docs/, with relative URLs only.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { relativeSite } from './docs/relative-site.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

await build(path.join(ROOT, 'docs'))
await relativeSite(path.join(ROOT, 'dist-docs'))
console.log('Built dist-docs/. Publish it in any folder of a static host, or add it to IPFS.')
