import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNode } from '../node/create-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { argument } from './command/argument.ts'
import { command, group } from './command/command.ts'
import { globalOptions } from './command/global-options.ts'
import { option } from './command/option.ts'
import { outputShape } from './command/output.ts'
import { bytesResult, singleResult, streamResult } from './command/result.ts'
import { handleRpc } from './handler.ts'

let node: IpfsNode

afterEach(() => {
  vi.useRealTimers()
})

beforeAll(async () => {
  node = await createNode({
    openBlockstore: async () => new MemoryBlockstore(),
    datastore: new MemoryDatastore(),
    online: true,
    config: { 'API.HTTPHeaders': { 'X-Special': ['a', 'b'], 'Access-Control-Allow-Origin': ['*'] } }
  })
})

const flag = option.bool('flag', 'A flag.', { default: true })

let endSlowWork = (): void => {}
const slowWork = new Promise<void>((resolve) => {
  endSlowWork = resolve
})

const root = group('The root.', {
  echo: command({
    help: { tagline: 'Give back what was sent.' },
    args: { words: argument.string('word', 'Words.', { variadic: true, stdin: true }) },
    options: { loud: option.bool('loud,l', 'Loud.') },
    output: outputShape('Echo', 'Words:list Loud:bool'),
    run: ({ words, loud }) => singleResult({ Words: words, Loud: loud ?? false })
  }),
  fail: command({
    help: { tagline: 'Fail.' },
    run: () => {
      throw new Error('no')
    }
  }),
  wait: command({
    help: { tagline: 'Wait.' },
    run: async (_, { signal }) =>
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error)
        })
      })
  }),
  slow: command({
    help: { tagline: 'Take until the test says so.' },
    run: async () => await slowWork.then(() => singleResult('done'))
  }),
  stall: command({
    help: { tagline: 'Begin and not end.' },
    run: () =>
      streamResult((async function* () {
        yield 1
        await new Promise(() => {})
      })())
  }),
  unsaid: command({ help: { tagline: 'Answer bytes.' }, run: () => bytesResult([new Uint8Array(1)]) }),
  cids: command({ help: { tagline: 'Write CIDs.' }, run: (_, { cids }) => singleResult(cids.chosen) }),
  offline: command({
    help: { tagline: 'Say whether it is offline.' },
    run: (_, { offline, blocks }) => singleResult([offline, blocks.offline])
  }),
  numbers: command({
    help: { tagline: 'Count.' },
    run: () =>
      streamResult((async function* () {
        yield 1
        yield 2
      })())
  }),
  above: group('Above.', {
    below: command({ help: { tagline: 'Below.' }, inherits: { flag }, run: ({ flag }) => singleResult(flag) })
  }, { options: { flag } }),
  file: command({
    help: { tagline: 'Take a file.' },
    args: { file: argument.file('file', 'A file.') },
    options: { size: option.int('size', 'Size.') },
    run: () => singleResult(null)
  }),
  staged: command({
    help: { tagline: 'Take a large file.' },
    args: { file: argument.file('file', 'A file.', { staged: true }) },
    run: () => singleResult(null)
  })
}, { options: globalOptions })

async function call (target: string, init: RequestInit = {}): Promise<Response> {
  return await handleRpc(new Request(`http://node/api/v0/${target}`, { method: 'POST', ...init }), {
    root,
    node: async () => node
  })
}

function fileForm (text: string): RequestInit {
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=B' },
    body: `--B\r\nContent-Disposition: form-data; name="file"\r\n\r\n${text}`
  }
}

describe('a request', () => {
  test('runs its command', async () => {
    const response = await call('echo?arg=a&arg=b&l')
    expect([response.status, await response.text()]).toEqual([200, '{"Words":["a","b"],"Loud":true}\n'])
  })

  test('may have arguments in its path and its body', async () => {
    expect(await (await call('echo/a%20b?arg=c', fileForm('d\ne\r\n--B--'))).json()).toMatchObject({
      Words: ['a b', 'c', 'd', 'e']
    })
  })

  test.each([['file', 0], ['staged', 1]])(
    'to %s is copied %i times if forms are available as Blobs',
    async (name, times) => {
      const request = new Request(`http://node/api/v0/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=----WebKitFormBoundaryA' },
        body: '------WebKitFormBoundaryA--\r\n'
      })
      const clone = vi.spyOn(request, 'clone')
      await handleRpc(request, { root, node: async () => node, formsAsBlobs: true })
      expect(clone).toHaveBeenCalledTimes(times)
    }
  )

  test.each(['0', '-1s', '0s'])('with a timeout of %s is over before it begins', async (timeout) => {
    const response = await call(`wait?timeout=${timeout}`)
    expect([response.status, await response.json()]).toEqual([500, {
      Message: 'context deadline exceeded',
      Code: 0,
      Type: 'error'
    }])
  })

  test('accepts options of parent commands', async () => {
    expect(await (await call('above/below')).json()).toBe(true)
    expect(await (await call('above/below?flag=false')).json()).toBe(false)
  })

  test('gets the configured headers, except for those of CORS', async () => {
    const { headers } = await call('echo?arg=a')
    expect(Object.fromEntries(headers)).toEqual({
      'access-control-allow-headers': 'X-Stream-Output, X-Chunked-Output, X-Content-Length',
      'access-control-expose-headers': 'X-Stream-Output, X-Chunked-Output, X-Content-Length',
      'content-type': 'application/json',
      server: 'kubo/0.40.0',
      trailer: 'X-Stream-Error',
      vary: 'Origin',
      'x-special': 'a, b'
    })
  })

  test.each(['echo?arg=a&encoding=nosuch', 'echo?arg=a&timeout=soon'])(
    'gets the configured headers if the command is found and not run: %s',
    async (target) => {
      const { headers } = await call(target)
      expect([headers.get('x-special'), headers.get('server'), headers.has('trailer')]).toEqual([
        'a, b',
        'kubo/0.40.0',
        false
      ])
    }
  )

  test('to a group has an empty answer', async () => {
    const response = await call('above')
    expect([response.status, response.headers.get('x-chunked-output'), await response.text()]).toEqual([200, '1', ''])
  })
})

describe('a refused request', () => {
  test.each([
    ['nosuch', 404, '404 page not found'],
    ['echo/%zz', 404, '404 page not found'],
    ['echo', 400, 'argument "word" is required'],
    ['echo?arg=a&loud=maybe', 400, 'could not convert value "maybe" to type "bool" (for option "-loud")'],
    ['echo?arg=a&encoding=nosuch', 400, 'invalid encoding: nosuch'],
    ['file', 400, "file argument 'file' is required"],
    ['file?size=x', 400, "file argument 'file' is required"]
  ])('%s', async (target, status, message) => {
    const response = await call(target)
    expect([response.status, await response.text()]).toEqual([status, `${message}\n`])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('for its method: %s', async (method) => {
    const response = await call('nosuch', { method })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      405,
      'OPTIONS, POST',
      method === 'HEAD' ? '' : '405 - Method Not Allowed\n'
    ])
  })

  test('for its body without a boundary', async () => {
    const response = await call('echo?arg=a', { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' })
    expect([response.status, await response.text()]).toEqual([400, 'no multipart boundary param in Content-Type\n'])
  })

  test('for its body that is cut before a required argument', async () => {
    const response = await call('echo', fileForm('a'))
    expect([response.status, await response.text()]).toEqual([400, 'unexpected EOF\n'])
  })
})

describe('a failed command', () => {
  test('reports its error, in the requested encoding', async () => {
    expect(await (await call('fail')).json()).toEqual({ Message: 'no', Code: 0, Type: 'error' })
    expect(await (await call('fail?enc=text')).text()).toBe('no')
  })

  test('may fail for a body that is cut after the required arguments', async () => {
    const response = await call('echo', fileForm('a\nb'))
    expect([response.status, await response.json()]).toEqual([500, {
      Message: 'unexpected EOF',
      Code: 0,
      Type: 'error'
    }])
  })

  test('may fail for its timeout', async () => {
    const response = await call('wait?timeout=10ms')
    expect([response.status, await response.json()]).toEqual([500, {
      Message: 'context deadline exceeded',
      Code: 0,
      Type: 'error'
    }])
  })

  test('may fail because the caller has disconnected', async () => {
    const controller = new AbortController()
    const response = call('wait', { signal: controller.signal })
    controller.abort()
    expect(await (await response).json()).toEqual({ Message: 'context canceled', Code: 0, Type: 'error' })
  })
})

test.each([
  ['abc', 'time: invalid duration "abc"'],
  ['', 'time: invalid duration ""'],
  ['5', 'time: missing unit in duration "5"'],
  ['5d', 'time: unknown unit "d" in duration "5d"'],
  ['2562047h47m16.854775808s', 'time: invalid duration "2562047h47m16.854775808s"']
])('a timeout of %j is refused, and nothing runs', async (timeout, reason) => {
  const response = await call(`echo?arg=a&timeout=${timeout}`)
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    400,
    'text/plain; charset=utf-8',
    `invalid timeout: ${reason}\n`
  ])
})

test.each([
  '/api/v1/echo?arg=a',
  '/api/v00/echo?arg=a',
  '/api/V0/echo?arg=a',
  '/api/echo?arg=a',
  '/api',
  '/api/',
  '/api//v0/echo?arg=a'
])('another API version is not found: %s', async (target) => {
  for (const method of ['POST', 'GET', 'OPTIONS']) {
    const response = await handleRpc(new Request(`http://node${target}`, { method }), { root, node: async () => node })
    expect([response.status, await response.text()]).toEqual([404, '404 page not found\n'])
  }

  const { status, body } = await handleRpc(new Request(`http://node${target}`, { method: 'HEAD' }), {
    root,
    node: async () => node
  })
  expect([status, body]).toEqual([404, null])
})

test('the longest timeout of Go is valid', async () => {
  const response = await call('echo?arg=a&timeout=2562047h47m16.854775807s')
  expect([response.status, await response.json()]).toEqual([200, await (await call('echo?arg=a')).json()])
})

test('an unknown base is an error only of commands that write CIDs', async () => {
  expect((await call('echo?arg=a&cid-base=nosuch')).status).toBe(200)
  expect(await (await call('cids?cid-base=nosuch')).json()).toMatchObject({
    Message: 'unsupported multibase encoding: nosuch'
  })
  expect(await (await call('cids?cid-base=base32')).json()).toBe(true)
})

describe('a request whose worker must end', () => {
  const ending = async (target: string): Promise<{ response: Promise<Response>; leave: () => void }> => {
    const leaving = new AbortController()
    const response = handleRpc(new Request(`http://node/api/v0/${target}`, { method: 'POST' }), {
      root,
      node: async () => node,
      leaving: leaving.signal
    })
    return {
      response,
      leave: () => {
        leaving.abort(new Error('the worker ends'))
      }
    }
  }

  test('gets an error if there is no answer yet', async () => {
    const { response, leave } = await ending('wait')
    leave()
    expect([(await response).status, await (await response).json()]).toEqual([500, {
      Message: 'the worker ends',
      Code: 0,
      Type: 'error'
    }])
  })

  test('ends with the error as its last line, and breaks', async () => {
    const { response, leave } = await ending('stall')
    const reader = (await response).body!.getReader()
    const text = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value)
    expect(await text()).toBe('1\n')
    const last = text()
    leave()
    expect(JSON.parse(await last)).toEqual({ Message: 'the worker ends', Code: 0, Type: 'error' })
    await expect(reader.read()).rejects.toThrow('the worker ends')
  })
})

describe('a command that takes long before it has a result', () => {
  test('gets its head early, and its value or its error follow', async () => {
    const early = async (target: string): Promise<Response> =>
      await handleRpc(new Request(`http://node/api/v0/${target}`, { method: 'POST' }), {
        root,
        node: async () => node,
        earlyHeadMs: 0
      })
    const response = await early('slow')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    endSlowWork()
    expect(await response.text()).toBe('"done"\n')

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failing = await ticking(early('wait?timeout=1h'))
    expect([failing.status, failing.headers.get('x-special')]).toEqual([200, 'a, b'])
    const reader = failing.body?.getReader()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(new TextDecoder().decode((await ticking(reader!.read())).value)).toBe(
      '{"Message":"context deadline exceeded","Code":0,"Type":"error"}\n'
    )
    await expect(ticking(reader!.read())).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  /** Lets the fake clock run, one millisecond per task, until a promise settles. */
  async function ticking<T> (promise: Promise<T>): Promise<T> {
    let isPending = true
    const settled = promise.finally(() => {
      isPending = false
    })
    settled.catch(() => {})
    while (isPending) {
      await vi.advanceTimersByTimeAsync(1)
    }
    return await settled
  }

  test('must declare that it answers bytes before it runs', async () => {
    expect((await call('unsaid')).status).toBe(500)
  })
})

test('offline=true reads only local blocks', async () => {
  expect(await (await call('offline')).json()).toEqual([false, false])
  expect(await (await call('offline?offline=true')).json()).toEqual([true, true])
})

test('OPTIONS without a preflight lists the methods', async () => {
  const response = await call('echo', { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'OPTIONS, POST'])
})
