import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import type { Json } from '../../config/values/config.ts'
import { routerSettings } from './router-settings.ts'

async function routers (overrides: Record<string, Json>, auto = false): Promise<[providers: string[], ipns: string[]]> {
  const config = await openConfig(new MemoryDatastore(), { overrides })
  return [routerSettings(config, { auto }), routerSettings(config, { auto, use: 'ipns' })]
}

it('distinguishes routers for blocks and for names by their paths; one without a path is for both', async () => {
  expect(
    await routers({
      'Routing.DelegatedRouters': [
        'https://both.test/',
        'https://blocks.test/routing/v1/providers',
        'https://names.test/routing/v1/ipns',
        'https://peers.test/routing/v1/peers',
        'http://open.test'
      ]
    })
  )
    .toEqual([['https://both.test', 'https://blocks.test'], ['https://both.test', 'https://names.test']])
})

it('uses the recommendations of AutoConf by default', async () => {
  expect(await routers({}, true)).toEqual([['https://cid.contact', 'https://delegated-ipfs.dev'], [
    'https://delegated-ipfs.dev'
  ]])
  expect(await routers({})).toEqual([[], []])
})

it('follows the methods of custom routing', async () => {
  const http = (Endpoint: string): Json => ({ Type: 'http', Parameters: { Endpoint } })
  expect(
    await routers({
      'Routing.Type': 'custom',
      'Routing.Routers': {
        a: http('https://a.test'),
        b: http('https://b.test'),
        all: { Type: 'parallel', Parameters: { Routers: [{ RouterName: 'a' }, { RouterName: 'b' }] } }
      },
      'Routing.Methods': {
        'find-providers': { RouterName: 'a' },
        'get-ipns': { RouterName: 'all' },
        'find-peers': { RouterName: 'a' },
        provide: { RouterName: 'a' },
        'put-ipns': { RouterName: 'a' }
      }
    })
  ).toEqual([['https://a.test'], ['https://a.test', 'https://b.test']])
})
