import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import { root } from '../../src/commands/root.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { clientHas } from './client-has.ts'
import { reference } from './reference.ts'

const page = reference(root, clientHas)

it('docs/rpc.md is what `npm run docs` writes now', () => {
  expect(readFileSync(new URL('../../docs/rpc.md', import.meta.url), 'utf8')).toBe(page)
})

it('has every command that answers', () => {
  const headings = [...page.matchAll(/^## ([a-z0-9/-]+)$/gm)].map(([, path]) => path)
  expect(headings).toEqual([...walkCommands(root)].filter(({ path, command }) => path.length > 0 && command.run != null && !command.noRemote).map(({ path }) => path.join('/')))
})

it('shows requests that a node understands', async () => {
  const app = await TestNode.start()

  for (const [, target, body] of page.matchAll(/^await fetch\('\/api\/v0\/([^']+)', \{ method: 'POST'(, body)? \}\)$/gm)) {
    if (/^(shutdown|log\/tail|diag\/profile)/.test(target)) continue // wait, or end the node
    const form = new FormData()
    form.append('file', new Blob(['content']), 'name')
    const { status, text } = await app.rpc(`${target}${target.includes('?') ? '&' : '?'}timeout=300ms`, { body: body == null ? undefined : form })
    expect(status === 200 || text.startsWith('{"Message"'), `${target}: ${status} ${text}`).toBe(true)
  }
})
