import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPinningService } from '../../../testing/http/pinning-service.ts'
import type { TestPinningService } from '../../../testing/http/pinning-service.ts'
import { TestNode } from '../../../testing/test-node.ts'

const KEY = 'golden-secret'
const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

let service: TestPinningService
let node: TestNode

beforeEach(async () => {
  service = await startPinningService()
  node = await TestNode.start()
  await node.rpc(`pin/remote/service/add?arg=svc&arg=${service.url}&arg=${KEY}`)
})

afterEach(async () => {
  await service.close()
})

async function message (target: string): Promise<string> {
  return ((await node.rpc(target)).lines[0] as { Message: string }).Message
}

describe('pin/remote', () => {
  it('writes tables for a terminal', async () => {
    expect((await node.rpc(`pin/remote/add?arg=${EMPTY}&service=svc&name=a%0Ab&encoding=text`)).text).toBe(
      `CID:    ${EMPTY}\nName:   a\nb\nStatus: pinned\n`
    )
    expect((await node.rpc('pin/remote/ls?service=svc&encoding=text')).text).toBe(`${EMPTY}\tpinned\ta\\nb\n`)
  })

  it.each([
    ['pin/remote/ls?service=', 'remote pinning service name not specified'],
    [
      'pin/remote/ls?service=svc&cid=bad',
      'CID "bad" cannot be parsed: invalid cid: invalid cid: expected 1 as the cid version number, got: 0'
    ],
    ['pin/remote/rm?service=svc&status=bad', 'error while listing remote pins: status "bad" is not valid'],
    [`pin/remote/add?arg=${EMPTY}&service=svc&name=${'x'.repeat(256)}`, 'pin name is 256 bytes (max 255 bytes)'],
    [`pin/remote/add?arg=${EMPTY}&arg=${EMPTY}&service=svc`, 'expecting one CID argument'],
    ['pin/remote/rm?arg=a&service=svc&force=true', 'unexpected argument "a"'],
    [
      'pin/remote/service/add?arg=x&arg=http://pins.example&arg=k',
      'service endpoint must be an https URL, or an http URL on this machine or, in Node, of an address of ' +
      'the local network: its key could be read on the way'
    ]
  ])('%s is rejected', async (target, text) => {
    expect(await message(target)).toBe(text)
    expect(service.asked).toEqual([])
  })

  it('waits until it is pinned, and ends at the timeout of the caller', async () => {
    expect(await message(`pin/remote/add?arg=${EMPTY}&service=svc&name=queued:a&timeout=1s`)).toBe(
      'context deadline exceeded'
    )
    expect(service.pins).toMatchObject([{ status: 'queued' }])
  })

  it('reports each pin that it could not remove', async () => {
    await node.rpc(`pin/remote/add?arg=${EMPTY}&service=svc&name=a`)
    await service.close()
    service = await startPinningService({
      intercept: ({ method }, response) => method === 'DELETE' && response.writeHead(500).end() != null
    })
    service.pins.push({
      requestid: 'r9',
      status: 'pinned',
      created: '2026-01-01T00:00:00Z',
      pin: { cid: EMPTY },
      delegates: [],
      info: {}
    })
    await node.rpc(`pin/remote/service/add?arg=other&arg=${service.url}&arg=${KEY}`)
    expect(await message('pin/remote/rm?service=other')).toBe(
      'removing pin identified by requestid="r9" failed: remote pinning service returned http error 500: 500 ' +
        'Internal Server Error'
    )
  })
})

describe('a service', () => {
  it('with a name that is taken is rejected before its URL is checked, as in Kubo', async () => {
    expect((await node.rpc(`pin/remote/service/add?arg=taken&arg=${service.url}&arg=${KEY}`)).status).toBe(200)
    expect(await message('pin/remote/service/add?arg=taken&arg=http://pins.example&arg=k')).toBe(
      'service already present'
    )
    expect(await message('pin/remote/service/add?arg=taken&arg=ftp://pins.example&arg=k')).toBe(
      'service endpoint must be a valid HTTP URL'
    )
  })

  it('may have any name', async () => {
    for (const name of ['a.b', '__proto__', 'constructor', 'é']) {
      expect(
        (await node.rpc(`pin/remote/service/add?arg=${encodeURIComponent(name)}&arg=${service.url}&arg=${KEY}`)).status
      ).toBe(200)
      expect((await node.rpc(`pin/remote/ls?service=${encodeURIComponent(name)}`)).status).toBe(200)
    }

    expect((await node.rpc('pin/remote/service/ls')).lines).toEqual([{
      RemoteServices: ['__proto__', 'a.b', 'constructor', 'svc', 'é'].map((Service) => ({
        Service,
        ApiEndpoint: service.url
      }))
    }])
    await node.rpc('pin/remote/service/rm?arg=a.b')
    expect(await message('pin/remote/ls?service=a.b')).toBe('service not known')
    expect(await message('pin/remote/ls?service=toString')).toBe('service not known')
  })

  it('never shows its secret', async () => {
    for (
      const target of [
        'config/show',
        'config?arg=Pinning',
        'config?arg=Pinning.RemoteServices.svc',
        'pin/remote/service/ls?stat=true',
        'pin/remote/service/ls',
        'config/profile/apply?arg=lowpower'
      ]
    ) {
      expect((await node.rpc(target)).text).not.toContain(KEY)
    }
  })

  it('with an invalid URL is rejected by config too', async () => {
    expect(await message('config?arg=Pinning.RemoteServices.svc.API.Endpoint&arg=http://pins.example')).toContain(
      'Pinning.RemoteServices.svc.API.Endpoint cannot be used: service endpoint must be an https URL'
    )
    expect((await node.rpc('pin/remote/ls?service=svc')).status).toBe(200)
  })
})
