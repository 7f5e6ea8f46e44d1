import { describe, expect, it } from 'vitest'
import { tooOld } from './node-version.mjs'
import { DEFAULT_PORT, parseStartArgs } from './start-args.mjs'

describe('tooOld', () => {
  it.each(['20.19.0', '20.20.1', '22.0.0', '26.1.0'])('accepts Node %s', (version) => {
    expect(tooOld(version)).toBeUndefined()
  })

  it.each(['20.18.3', '18.20.0', '8.17.0'])('returns an error message for Node %s', (version) => {
    expect(tooOld(version)).toMatch(new RegExp(`needs Node.js 20.19 or newer, and this is ${version}`))
  })
})

describe('parseStartArgs', () => {
  it.each([
    [[], {}, { port: DEFAULT_PORT }],
    [[], { PORT: '8080' }, { port: 8080 }],
    [[], { PORT: '' }, { port: DEFAULT_PORT }],
    [['--port', '0'], { PORT: '8080' }, { port: 0 }],
    [['--port=65535'], {}, { port: 65535 }],
    [['--relay', '--port', '0'], {}, { port: 0, relay: '' }],
    [['--port', '0', '--relay', 'http://192.0.2.7:4003'], {}, { port: 0, relay: 'http://192.0.2.7:4003' }],
    [['--relay=https://relay.example'], {}, { port: DEFAULT_PORT, relay: 'https://relay.example' }],
    [['--help'], {}, { help: true }]
  ])('parses %j with %j', (args, env, result) => {
    expect(parseStartArgs(args, env)).toEqual(result)
  })

  it.each([
    [['--port', '65536'], {}, '--port must be a number'],
    [['--port'], {}, '--port must be a number'],
    [['--port=-1'], {}, '--port must be a number'],
    [[], { PORT: 'http' }, 'PORT must be a number'],
    [['--relay', 'here'], {}, '--relay takes the http address'],
    [['--relay=ftp://here'], {}, '--relay takes the http address'],
    [['--prot', '1'], {}, 'Unknown argument "--prot"']
  ])('rejects %j with %j', (args, env, words) => {
    expect(parseStartArgs(args, env)).toMatchObject({ problem: expect.stringContaining(words) })
  })
})
