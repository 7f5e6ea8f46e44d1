import { CID } from 'kubo-rpc-client'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import { root } from '../../src/commands/root.ts'
import defaults from '../../src/config/default-config.json' with { type: 'json' }
import { TestNode } from '../../src/testing/test-node.ts'
import { clientHas } from './client-has.ts'
import { clientWays } from './client-ways.ts'
import { commandsJson } from './commands-json.ts'
import { listeningClient } from './listening-client.ts'
import { reference } from './reference.ts'
import { settingsJson } from './settings-json.ts'

/** Errors of a fresh, offline node with default settings for requests that another node could answer. */
const LACKS = new RegExp(
  String.raw`not found|could not find|does not exist|not pinned|isn't pinned|not recursively pinned|no key` +
    String.raw`|not a known key|could not resolve name|online mode|while offline|not enabled|service not ` +
    String.raw`known|no such|routing service is not a DHT|'auto'|missing ResourceMgr|dependency information|` +
    String.raw`deadline exceeded`
)

/** The client reads blocks and decodes them itself, and two commands have two names each. */
const ASKED_FOR: Record<string, string> = {
  'dag/get': 'block/get',
  'stats/bitswap': 'bitswap/stat',
  'stats/repo': 'repo/stat'
}

const page = reference(root, clientHas)
const readDocument = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

it('docs/reference/rpc.md matches the output of `npm run docs`', () => {
  expect(readDocument('docs/reference/rpc.md')).toBe(page)
})

it('the command and setting data of the page matches the output of `npm run docs`', async () => {
  const ways = await clientWays(root)
  expect(readDocument('public/reference/commands.json')).toBe(commandsJson(root, (path) => ways.get(path.join('/'))))
  expect(readDocument('public/reference/settings.json')).toBe(
    settingsJson(readDocument('docs/reference/config.md'), defaults)
  )
})

it('docs/reference/rpc.md contains every implemented command', () => {
  const headings = [...page.matchAll(/^## ([a-z0-9/-]+)$/gm)].map(([, path]) => path)
  expect(headings).toEqual(
    [...walkCommands(root)].filter(({ path, command }) => path.length > 0 && command.run != null && !command.noRemote)
      .map(({ path }) => path.join('/'))
  )
})

it('docs/reference/rpc.md marks the commands that Kubo lacks', () => {
  const [, own] = /\n## swipfs\/jobs\/ls\n([\s\S]*?)(?=\n## )/.exec(page) ?? []
  const [, kubos] = /\n## pin\/ls\n([\s\S]*?)(?=\n## )/.exec(page) ?? []
  expect(own).toContain('*Not a command of Kubo.*')
  expect(own).not.toContain('Differs from Kubo')
  expect(kubos).not.toContain('*Not a command of Kubo.*')
  expect(kubos).toContain('Differs from Kubo')
})

it('docs/reference/rpc.md describes the answer of every command in one way', () => {
  const said = [...walkCommands(root)].filter(({ command }) => command.run != null && !command.noRemote)
    .map((
      { path, command: { output, answers, answersBytes } }
    ) => [
      path.join('/'),
      [output?.fields.length === 0 ? undefined : output, answers, answersBytes || undefined].filter((way) =>
        way != null
      ).length
    ])
  expect(said.filter(([, ways]) => ways !== 1)).toEqual([])
})

it('the node returns the documented answers', async () => {
  const app = await TestNode.start()

  for (const { path, command: { answers, noRemote } } of walkCommands(root)) {
    const name = path.join('/')
    const [, target = name, body] =
      new RegExp(`^await fetch\\('/api/v0/(${name}(?:\\?[^']*)?)', \\{ method: 'POST'(, body)? \\}\\)$`, 'm').exec(
        page
      ) ?? []

    if (answers == null || noRemote || name === 'shutdown') {
      continue
    }

    const { status, text, lines } = await app.rpc(target, { body: body == null ? undefined : example() })

    if (answers === 'an error') {
      expect([400, 500], name).toContain(status)
    } else if (status !== 200) {
      continue
    } else if (answers === 'nothing') {
      expect(text, name).toBe('')
    } else if ('type' in answers) {
      expect(typeof lines[0], name).toBe(answers.type === 'int' ? 'number' : answers.type)
    } else {
      const known = answers.fields.map(({ name }) => name)
      expect(Object.keys(lines[0] as object).filter((key) => !known.includes(key)), name).toEqual([])
    }
  }
})

it('docs/reference/rpc.md shows requests that a node accepts', async () => {
  const app = await TestNode.start()

  for (
    const [, content, target, body] of page.matchAll(
      new RegExp(
        String.raw`(?:^body\.append\('file', new Blob\(\[(.*)\]\), 'name'\)\n)?^await ` +
          String.raw`fetch\('/api/v0/([^']+)', \{ method: 'POST'(, body)? \}\)$`,
        'gm'
      )
    )
  ) {
    if (/^(shutdown|log\/tail|diag\/profile)/.test(target)) {
      continue // They wait, or stop the node.
    }
    const { status, text } = await app.rpc(`${target}${target.includes('?') ? '&' : '?'}timeout=300ms`, {
      body: body == null ? undefined : example(/^'(.*)'$/.exec(content)?.[1])
    })
    // Skips content that no example can contain as text.
    if (content != null && !content.startsWith("'")) {
      continue
    }
    expect(status === 200 || (text.startsWith('{"Message"') && LACKS.test(text)), `${target}: ${status} ${text}`).toBe(
      true
    )
  }
})

it('docs/reference/rpc.md shows calls of kubo-rpc-client that send the documented requests', async () => {
  const { client, askedBy, close } = await listeningClient()
  const wrong: string[] = []

  for (
    const [, target, call] of page.matchAll(
      /^await fetch\('\/api\/v0\/([^']+)',.*\n(client\..*) \/\/ kubo-rpc-client$/gm
    )
  ) {
    // Runs the code that the documents show.
    const asked = await askedBy(() =>
      new Function('client', 'CID', 'content', 'car', 'key', 'record', `return ${call}`)(
        client,
        CID,
        'content',
        new Uint8Array([1]),
        'key',
        new Uint8Array([1])
      ) as unknown
    )
    const [path, args] = partsOf(target)
    const [askedPath, askedArgs] = partsOf(asked?.replace('/api/v0/', '') ?? '')
    if (askedPath !== (ASKED_FOR[path] ?? path) || (args !== '' && askedArgs !== args)) {
      wrong.push(`${call}: ${asked}`)
    }
  }

  close()
  expect(wrong).toEqual([])
})

function partsOf (target: string): [path: string, args: string] {
  const [path, query = ''] = target.split('?')
  // The client takes a CID instead of a path.
  return [path, new URLSearchParams(query).getAll('arg').map((arg) => arg.replace(/^\/ipfs\//, '')).join('\n')]
}

/** Returns the request body that the examples send. */
function example (content = 'content'): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), 'name')
  return form
}
