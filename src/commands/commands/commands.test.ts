import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { root } from '../root.ts'
import { bashCompletion } from './bash-completion.ts'
import { fishCompletion } from './fish-completion.ts'
import type { ListedCommand } from './list-command.ts'
import { zshCompletion } from './zsh-completion.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

describe('commands', () => {
  test('lists the tree, sorted by name', async () => {
    const { lines: [tree] } = await node.rpc('commands') as { lines: ListedCommand[] }
    expect(tree.Name).toBe('ipfs')
    const names = tree.Subcommands.map(({ Name }) => Name)
    expect(names).toEqual([...names].sort())
    expect(tree.Subcommands.find(({ Name }) => Name === 'cat')).toEqual({
      Name: 'cat',
      Subcommands: [],
      Options: [{ Names: ['offset', 'o'] }, { Names: ['length', 'l'] }, { Names: ['progress', 'p'] }]
    })
    expect((await node.rpc('commands?flags=true')).text).toBe((await node.rpc('commands')).text)
  })

  test('prints a line per command', async () => {
    const lines = (await node.rpc('commands?encoding=text')).text.split('\n')
    expect(lines[0]).toBe('ipfs')
    expect(lines).toContain('ipfs pin remote service add')
    expect(lines.slice(0, -1)).toEqual([...lines.slice(0, -1)].sort())
    expect(lines).toHaveLength(201)
  })

  test('lists what newer versions of Kubo have added only if asked, and nothing of our own', async () => {
    const plain = (await node.rpc('commands?flags=true&encoding=text')).text
    expect(plain).not.toMatch(/^ipfs cid inspect$|--newer/m)
    const newer = (await node.rpc('commands?newer=true&flags=true&encoding=text')).text.split('\n')
    expect(newer).toEqual(expect.arrayContaining([...plain.trim().split('\n'), 'ipfs cid inspect']))
    expect(newer.filter((line) => /--newer|swipfs/.test(line))).toEqual([])
  })

  test('prints a line per option, except for global ones', async () => {
    const lines = (await node.rpc('commands?flags=true&encoding=text')).text.split('\n')
    expect(lines).toContain('ipfs cat --offset / ipfs cat -o')
    expect(lines.filter((line) => line.includes('--cid-base'))).toEqual([])
  })

  test.each(['completion', 'completion/bash', 'completion/fish', 'completion/zsh'])(
    'has %s only on the command line',
    async (name) => {
      expect((await node.rpc(`commands/${name}`)).status).toBe(404)
    }
  )
})

describe('completion', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'completion-'))

  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  /** Returns the completions of bash for a line with an incomplete last word. */
  function complete (...words: string[]): string[] {
    const script = path.join(folder, 'ipfs.bash')
    writeFileSync(script, bashCompletion(root))
    const run = `source ${script}; compopt() { :; }; COMP_WORDS=(ipfs ${
      words.map((word) => `'${word}'`).join(' ')
    }); COMP_CWORD=${words.length}; _ipfs; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', run], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.trim().split('\n')
  }

  test('in bash offers the possible continuations', () => {
    expect(complete('pi')).toEqual(['pin', 'ping'])
    expect(complete('pin', '')).toEqual(expect.arrayContaining(['add', 'ls', 'remote', 'rm', 'update', 'verify']))
    expect(complete('pin', 'remote', 's')).toEqual(['service'])
    expect(complete('add', '--wra')).toEqual(['--wrap-with-directory'])
    expect(complete('cat', '--cid')).toEqual(['--cid-base'])
    expect(complete('--offline', 'dag', 'ex')).toEqual(['export'])
    expect(complete('add', 'nosuchfile')).toEqual([''])
  })

  test('in fish has a line per command and option', () => {
    const lines = fishCompletion(root).split('\n')
    expect(lines).toContain(
      `complete -c ipfs -f -n '__ipfs_at pin' -a add -d '${
        root.subcommands.pin.subcommands.add.help.tagline.replaceAll("'", "\\'")
      }'`
    )
    expect(lines.filter((line) => line.includes("'__ipfs_below cat'") && line.includes('-l offset -s o -r')))
      .toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('complete ')).every((line) => /-d '([^'\\]|\\.)*'$/.test(line))).toBe(
      true
    )
  })

  test('in zsh has one function per command, and calls them', () => {
    const text = zshCompletion(root)
    const functions = [...text.matchAll(/^(_ipfs\w*)\(\) \{$/gm)].map(([, name]) => name)
    expect(new Set(functions).size).toBe(functions.length)
    expect(functions).toHaveLength(200)
    const called = [...text.matchAll(/\) (_ipfs\w+) ;;$/gm)].map(([, name]) => name)
    expect(called.sort()).toEqual(functions.filter((name) => name !== '_ipfs').sort())
  })
})
