import { beforeAll, expect, it } from 'vitest'
import { handleGateway } from '../../src/gateway/handler/handler.ts'
import { localGateway } from '../../src/gateway/local/local-gateway.ts'
import { parsePath } from '../../src/path/content-path.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { filesRun } from './files-run.ts'

// The limits keep the code on the way of a request in few files. One that is exceeded asks: is there a needless layer?

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

/** Adds a directory with a file. */
async function addFolder (text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'a.txt')
  const { lines } = await node.rpc('add?pin=false&cid-version=1&wrap-with-directory=true', { body })
  return (lines.at(-1) as { Hash: string }).Hash
}

async function ask (target: string): Promise<void> {
  expect((await node.rpc(target)).status).toBe(200)
}

it('pins with at most 30 files more than any other call', async () => {
  const [first, second] = [await addFolder('first'), await addFolder('second')]
  await ask('version')
  await ask(`pin/add?arg=${first}`)
  const ofEveryCall = await filesRun(async () => {
    await ask('version')
  })
  const files = await filesRun(async () => {
    await ask(`pin/add?arg=${second}`)
  })
  const own = files.filter((file) => !ofEveryCall.includes(file))
  expect(own).toContain('src/commands/pin/add.ts')
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(30)
})

it('answers GET of a file with at most 25 files', async () => {
  const gateway = localGateway(node.node)
  const load = async (text: string): Promise<string> => {
    const request = new Request(`http://node.localhost/ipfs/${await addFolder(text)}/a.txt`)
    return await (await handleGateway(request, gateway)).text()
  }
  await load('first')
  const folder = await addFolder('second')
  const files = await filesRun(async () => {
    const response = await handleGateway(new Request(`http://node.localhost/ipfs/${folder}/a.txt`), gateway)
    expect(await response.text()).toBe('second')
  })
  expect(files).toContain('src/gateway/handler/handler.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(25)
})

it('resolves an IPNS name with at most 10 files', async () => {
  const { lines } = await node.rpc(`name/publish?arg=/ipfs/${await addFolder('named')}&allow-offline=true`)
  const path = parsePath(`/ipns/${(lines[0] as { Name: string }).Name}`)
  const resolve = async (): Promise<void> => {
    await node.node.names.resolve(path, { offline: true, nocache: true, signal: new AbortController().signal })
  }
  await resolve()
  const files = await filesRun(resolve)
  expect(files).toContain('src/names/resolve/name-resolver.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(10)
})
