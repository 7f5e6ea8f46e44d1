import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

function startServe (...args: string[]): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', ENTRY, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, IPFS_NS_MAP: 'site.example:/ipfs/bafkqablimvwgy3y' }
  })
}

/** Returns the message and the exit code of a failed start. */
async function failure (...args: string[]): Promise<{ code: number; message: string }> {
  const child = startServe(...args)
  let message = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    message += chunk.toString()
  })
  const [code] = await once(child, 'close') as [number]
  return { code, message }
}

describe('a served node', () => {
  let child: ChildProcess
  let ready: { ready: boolean; rpc: string; gateway: string }

  beforeAll(async () => {
    child = startServe(
      '--rpc-port',
      '0',
      '--gateway-port',
      '0',
      '--offline',
      '--config',
      '{"Datastore.StorageMax": "5GB"}'
    )
    const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line') as [string]
    ready = JSON.parse(line) as typeof ready
  })

  afterAll(() => {
    child.kill('SIGKILL')
  })

  async function rpc (target: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`${ready.rpc}/api/v0/${target}`, { method: 'POST', ...init })
  }

  test('prints its address, on this machine only', () => {
    expect(ready.ready).toBe(true)
    expect(ready.rpc).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(ready.gateway).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(ready.gateway).not.toBe(ready.rpc)
  })

  test('answers the API', async () => {
    const response = await rpc('version')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ Version: '0.40.0', Repo: '18' })
  })

  test('answers the gateway', async () => {
    const response = await fetch(`${ready.gateway}/ipfs/bafkqablimvwgy3y`)
    expect(await response.text()).toBe('hello')
  })

  test("resolves the names of Kubo's variable", async () => {
    expect(await (await fetch(`${ready.gateway}/ipns/site.example`)).text()).toBe('hello')
    expect(await (await rpc('name/resolve?arg=site.example')).json()).toEqual({ Path: '/ipfs/bafkqablimvwgy3y' })
  })

  test('has the configuration of its command line', async () => {
    expect(await (await rpc('config?arg=Datastore.StorageMax')).json()).toEqual({
      Key: 'Datastore.StorageMax',
      Value: '5GB'
    })
  })

  test('accepts an upload of many chunks and returns it', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, i) => i * 7 + (i >> 11))
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'a.bin')
    const added = await (await rpc('add?cid-version=1', { body: form })).json() as { Hash: string }
    const response = await rpc(`cat?arg=${added.Hash}`)
    expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), bytes)).toBe(0)
  })

  test('reports why an upload is refused before it is read', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(8_000_000)]), 'a.bin')
    const response = await rpc('add?chunker=nosuch', { body: form })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 500,
      body: { Type: 'error' }
    })
  })

  test('refuses uploads by their options, one after the other on one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })

    const refused = async (): Promise<number | undefined> =>
      await new Promise((resolve, reject) => {
        const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 1_000_000 }
        const req = request(`${ready.rpc}/api/v0/add?cid-version=x`, { method: 'POST', headers, agent }, (res) => {
          res.resume()
          res.on('end', () => {
            resolve(res.statusCode)
          })
        })

        req.on('error', reject)
        req.end(Buffer.alloc(1_000_000))
      })

    try {
      expect([await refused(), await refused(), await refused()]).toEqual([400, 400, 400])
    } finally {
      agent.destroy()
    }
  })

  test('sends the first part of an answer that breaks', async () => {
    const form = new FormData()
    form.append('file', new Blob(['one', 'two'].map((text) => text.padEnd(2000))), 'a')
    const { Hash } = await (await rpc('add?cid-version=1&pin=false&chunker=size-2000', { body: form })).json() as {
      Hash: string
    }
    const refs = (await (await rpc(`refs?arg=${Hash}`)).text()).trim().split('\n').map((line) =>
      (JSON.parse(line) as { Ref: string }).Ref
    )
    await (await rpc(`block/rm?arg=${refs[1]}`)).text()
    const response = await fetch(`${ready.gateway}/ipfs/${Hash}?format=car`)
    expect(response.status).toBe(200)
    const chunks: Uint8Array[] = []
    await expect((async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        chunks.push(chunk)
      }
    })()).rejects.toThrow()
    expect(Buffer.concat(chunks).toString()).toContain('one'.padEnd(2000))
  })

  test('accepts thousands of arguments', async () => {
    const cid = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
    const response = await rpc(`cid/base32?${Array.from({ length: 2000 }, () => `arg=${cid}`).join('&')}`)
    expect((await response.text()).split('\n')).toHaveLength(2001)
  })

  test('sends an error after the first value as a trailer', async () => {
    const { trailers, body, complete } = await new Promise<
      { trailers: NodeJS.Dict<string>; body: string; complete: boolean }
    >((resolve, reject) => {
      const boundary = 'x'
      const req = request(`${ready.rpc}/api/v0/add?pin=false`, {
        method: 'POST',
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
      }, (res) => {
        let body = ''
        res.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        res.on('end', () => {
          resolve({ trailers: res.trailers, body, complete: res.complete })
        })
        res.on('error', reject)
      })

      req.on('error', reject)
      req.end(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--${boundary}\r\n`
      )
    })

    expect(JSON.parse(body.split('\n')[0])).toMatchObject({
      Name: 'a',
      Hash: 'QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX'
    })
    expect(trailers['x-stream-error']).toBe('multipart: NextPart: EOF')
    expect(complete).toBe(true)
  })

  test("applies Kubo's rule for foreign origins", async () => {
    expect((await rpc('version', { headers: { Origin: 'http://example.com' } })).status).toBe(403)
    expect((await rpc('version', { headers: { Origin: ready.rpc } })).headers.get('access-control-allow-origin')).toBe(
      ready.rpc
    )
  })

  test('stops on request', async () => {
    const second = startServe('--rpc-port', '0', '--gateway-port', '0')
    await once(createInterface({ input: second.stdout as NodeJS.ReadableStream }), 'line')
    second.kill('SIGTERM')
    expect(await once(second, 'exit')).toEqual([0, null])
  })
})

test.each(['serve', 'relay'])('%s --help lists the options', async (command) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ENTRY, command, '--help'])
  expect(stdout).toMatch(/^usage: swipfs \w+ .*\n(?: {7}.*\n)?\n  --\w/)
  expect(stderr).toBe('')
})

describe('a failed start', () => {
  test('reports an unknown option', async () => {
    const { code, message } = await failure('--nosuch')
    expect(code).toBe(2)
    expect(message).toMatch(/^Unknown option '--nosuch'\n\nusage: swipfs serve/)
  })

  test('reports a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo

    try {
      for (const option of ['--rpc-port', '--gateway-port']) {
        const other = option === '--rpc-port' ? '--gateway-port' : '--rpc-port'
        expect(await failure(option, String(port), other, '0')).toEqual({
          code: 1,
          message: `port ${port} on 127.0.0.1 is in use: choose another one, or 0 for any free port\n`
        })
      }
    } finally {
      taken.close()
    }
  })
})
