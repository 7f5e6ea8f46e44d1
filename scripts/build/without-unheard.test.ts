import { readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutUnheard } from './without-unheard.mjs'

const ID = '/x/node_modules/@libp2p/x/index.js'

function transform (code: string, id = ID): string {
  const plugin = withoutUnheard() as unknown as {
    transform: (this: object, code: string, id: string) => { code: string } | undefined
  }
  return (plugin.transform.call({ parse: (text: string) => parseSync('x.js', text).program }, code, id)?.code ?? code)
    .replace(/ +/g, ' ')
}

test.each([
  ['log("a")', '; '],
  ['this.log.trace("a %d", b.c);', '; '],
  ['options.log?.error("a", err)', '; '],
  ['if (a) this.log("b"); else c()', 'if (a) ; else c()'],
  ['this.metrics?.dialerEvents.increment({ open: true })', '; '],
  ['this.metrics.dials?.increment({ [err.name]: true });', '; '],
  ['metrics?.dialerEvents.increment()', '; ']
])('%s is removed', (code, rest) => {
  expect(transform(code)).toBe(rest)
})

test('removes the names of counters', () => {
  expect(transform('a = { b: c.metrics?.registerCounterGroup("b", { label: "d", help: "e" }) }')).toBe(
    'a = { b: c.metrics?.registerCounterGroup( ) }'
  )
  expect(transform('register("a", b); c.registerMetrics(d)')).toBe('register("a", b); c.registerMetrics(d)')
})

test.each([
  'this.components.metrics?.trackProtocolStream(a)',
  'Math.log(a)',
  'console.log(a)',
  'this.log(a = b)',
  'this.log(await a)',
  'const x = log("a")',
  'catalog("a")',
  'this.error("a")',
  'this.metrics?.dials.increment(a = b)',
  'this.metrics?.dials.timer()',
  'this.other.increment()',
  'const x = this.metrics.dials.increment()'
])('%s stays', (code) => {
  expect(transform(`async () => { ${code} }`)).toContain(code)
})

test('replaces the log writer by a disabled log', async () => {
  const code = transform('import debug from "./node.js"', '/x/node_modules/weald/dist/src/index.js')
  const { default: debug } = await import(`data:text/javascript,${encodeURIComponent(code)}`) as {
    default: {
      (name: string): { (text: string): void; enabled: boolean; extend: (name: string) => unknown }
      enabled: () => boolean
      formatters: object
      names: unknown[]
    }
  }
  const log = debug('libp2p')
  log('a')
  expect([log.enabled, typeof log.extend('b'), debug.enabled(), debug.names, debug.formatters]).toEqual([
    false,
    'function',
    false,
    [],
    {}
  ])
})

test('leaves other packages and our own code unchanged', () => {
  expect(transform('this.log("a")', '/x/src/a.ts')).toBe('this.log("a")')
})

test('keeps the line numbers', () => {
  expect(transform('a()\nthis.log("x",\n  y)\nb()').split('\n').map((line) => line.trim())).toEqual([
    'a()',
    ';',
    '',
    'b()'
  ])
})

test('contacts no public DNS servers', () => {
  const id = '/x/node_modules/@multiformats/dns/dist/src/resolvers/default.browser.js'
  expect(transform('export function defaultResolver() { return [dnsJsonOverHttps("https://a"), b()] }', id)).toMatch(
    /^export function defaultResolver\(\) \{return \[\]\} +$/
  )
})

test('uses the cryptography of the browser', async () => {
  const code = transform(
    'throw new Error("Missing Web Crypto API. The most likely cause …")',
    '/x/node_modules/@libp2p/crypto/dist/src/webcrypto/index.js'
  )
  const { default: webcrypto } = await import(`data:text/javascript,${encodeURIComponent(code)}`) as {
    default: { get: () => Crypto }
  }
  expect(webcrypto.get()).toBe(globalThis.crypto)
})

test('limits locks to one worker', async () => {
  const code = transform('channel()', '/x/node_modules/mortice/dist/src/browser.js')
  const { default: open } = await import(`data:text/javascript,${encodeURIComponent(code)}`) as {
    default: () => object
  }
  expect(open()).toBeInstanceOf(EventTarget)
})

test('never logs the keys of a handshake', async () => {
  const id = '/x/node_modules/@libp2p/noise/dist/src/logger.js'
  const names = [...(await readFile(id.replace('/x', '.'), 'utf8')).matchAll(/export function (\w+)/g)].map((
    [, name]
  ) => name)
  const left = await import(`data:text/javascript,${encodeURIComponent(transform('', id))}`) as Record<
    string,
    () => void
  >
  expect(Object.keys(left).sort()).toEqual(names.sort())
})

test("skips gossipsub's validation of score settings", () => {
  for (const [file, name] of [['params', 'validatePeerScoreParams'], ['thresholds', 'validatePeerScoreThresholds']]) {
    expect(
      transform(
        `export function ${name}(p) { if (p.a < 0) { throw new Error("a") } }`,
        `/x/node_modules/@libp2p/gossipsub/dist/src/score/peer-score-${file}.js`
      ).trim()
    ).toBe(`export function ${name}(p) {}`)
  }
})

test('never fills the counters of gossipsub', () => {
  const id = '/x/node_modules/@libp2p/gossipsub/dist/src/gossipsub.js'
  expect(transform('this.metrics?.errors.inc({ a })', id)).toBe('; ')
  expect(transform('metrics?.a.b.c()', id)).toBe('; ')
  for (const code of ['this.metrics.a()', 'this.metrics?.a(b = c)', 'this.other?.a()', 'this.metrics?.a']) {
    expect(transform(code, id)).toBe(code)
  }
  expect(transform('class A { onScrapeMetrics(metrics) { metrics.a.set(b()) } other() { c() } }', id)).toMatch(
    /^class A \{ onScrapeMetrics\(metrics\) \{\} +other\(\) \{ c\(\) \} \}$/
  )
})

test.each([
  ['connection-pruner', 'ConnectionPruner', ['start', 'stop', 'maybePruneConnections']],
  ['reconnect-queue', 'ReconnectQueue', ['start', 'afterStart', 'stop']]
])('replaces %s of libp2p by an empty service', async (file, name, methods) => {
  const code = transform('import x from "./x.js"', `/x/node_modules/libp2p/dist/src/connection-manager/${file}.js`)
  const { [name]: None } = await import(`data:text/javascript,${encodeURIComponent(code)}`) as Record<
    string,
    new() => Record<string, () => void>
  >
  methods.forEach((method) => {
    expect(new None()[method]()).toBeUndefined()
  })
})

test('uses no content routers of libp2p', async () => {
  const { CompoundContentRouting } = await import(
    `data:text/javascript,${
      encodeURIComponent(transform('import x from "./x.js"', '/x/node_modules/libp2p/dist/src/content-routing.js'))
    }`
  ) as { CompoundContentRouting: new() => { get: () => Promise<unknown> } }
  await expect(new CompoundContentRouting().get()).rejects.toThrow('there is nobody to ask')
})

test('uses no peer routers of libp2p', async () => {
  const { DefaultPeerRouting } = await import(
    `data:text/javascript,${
      encodeURIComponent(transform('import x from "./x.js"', '/x/node_modules/libp2p/dist/src/peer-routing.js'))
    }`
  ) as {
    DefaultPeerRouting: new() => { findPeer: () => Promise<unknown>; getClosestPeers: () => AsyncIterable<unknown> }
  }
  await expect(new DefaultPeerRouting().findPeer()).rejects.toThrow('there is nobody to ask')
  for await (const peer of new DefaultPeerRouting().getClosestPeers()) {
    expect(peer).toBeUndefined()
  }
})

test('stores the few tried relays individually', async () => {
  const { createScalableCuckooFilter } = await import(
    `data:text/javascript,${
      encodeURIComponent(transform('import x from "./x.js"', '/x/node_modules/@libp2p/utils/dist/src/filters/index.js'))
    }`
  ) as {
    createScalableCuckooFilter: () => {
      has: (item: Uint8Array) => boolean
      add: (item: Uint8Array) => boolean
      remove: (item: Uint8Array) => boolean
    }
  }
  const filter = createScalableCuckooFilter()
  expect(filter.add(Uint8Array.of(1, 2))).toBe(true)
  expect([
    filter.has(Uint8Array.of(1, 2)),
    filter.has(Uint8Array.of(12)),
    filter.remove(Uint8Array.of(1, 2)),
    filter.has(Uint8Array.of(1, 2))
  ]).toEqual([true, false, true, false])
})

test('disables the random walk for relays, and the address mappings', async () => {
  const of = async (file: string): Promise<Record<string, new() => Record<string, (...args: unknown[]) => unknown>>> =>
    await import(
      `data:text/javascript,${
        encodeURIComponent(transform('import x from "./x.js"', `/x/node_modules/libp2p/dist/src/${file}.js`))
      }`
    ) as never
  const { RandomWalk } = await of('random-walk')
  for await (const peer of new RandomWalk().walk() as AsyncIterable<unknown>) {
    expect(peer).toBeUndefined()
  }
  const { IPMappings } = await of('address-manager/ip-mappings')
  const { DNSMappings } = await of('address-manager/dns-mappings')

  for (const mappings of [new IPMappings(), new DNSMappings()]) {
    mappings.add('1.2.3.4', 1, '5.6.7.8', 1, 'tcp')
    expect([mappings.has('a'), mappings.getAll([]), mappings.remove('a')]).toEqual([false, [], undefined])
  }
})
