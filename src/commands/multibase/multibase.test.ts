import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

function body (content: string | Uint8Array, type = 'application/octet-stream'): { body: FormData } {
  const form = new FormData()
  form.append('file', new Blob([content as string], { type }), 'f')
  return { body: form }
}

async function bytes (target: string, content: string | Uint8Array): Promise<string> {
  const response = await node.open(target, body(content))
  expect(response.headers.get('x-stream-output')).toBe('1')
  return Buffer.from(await response.arrayBuffer()).toString('latin1')
}

describe('multibase', () => {
  test('encodes bytes in the requested base, base64url by default', async () => {
    expect(await bytes('multibase/encode', 'hello')).toBe('uaGVsbG8')
    expect(await bytes('multibase/encode?b=f', 'hello')).toBe('f68656c6c6f')
    expect(await bytes('multibase/encode?b=identity', Uint8Array.of(0xff, 0x00))).toBe('\0\xff\0')
  })

  test('decodes them', async () => {
    expect(await bytes('multibase/decode', 'f68656c6c6f')).toBe('hello')
    expect(await bytes('multibase/decode', 'uAP8')).toBe('\0\xff')
    expect(await bytes('multibase/decode', Uint8Array.of(0, 0xff))).toBe('\xff')
  })

  test('transcodes a text to another base', async () => {
    expect(await bytes('multibase/transcode?b=base58btc', 'f68656c6c6f')).toBe('zCn8eVZg')
  })

  test.each([
    ['encode?b=nosuch', 'x', 'unsupported multibase encoding: nosuch'],
    ['encode?b=', 'x', 'empty multibase encoding'],
    ['decode', '', 'failed to decode multibase: cannot decode multibase for zero length string'],
    ['decode', 'b1', 'failed to decode multibase: illegal base32 data at input byte 0'],
    ['transcode?b=nosuch', 'b1', 'unsupported multibase encoding: nosuch']
  ])('%s of %j fails', async (target, content, Message) => {
    expect(await node.rpc(`multibase/${target}`, body(content))).toMatchObject({ status: 500, lines: [{ Message }] })
  })

  test('needs a file', async () => {
    expect(await node.rpc('multibase/encode')).toMatchObject({
      status: 400,
      text: "file argument 'file' is required\n"
    })
    expect(await node.rpc('multibase/encode', { body: new FormData() })).toMatchObject({
      status: 500,
      lines: [{ Message: 'failed to access file: expected a file argument' }]
    })
    expect(await node.rpc('multibase/decode', body('', 'application/x-directory'))).toMatchObject({
      lines: [{ Message: 'failed to access file: file argument was nil' }]
    })
    expect(await bytes('multibase/encode?b=f', 'a')).toBe('f61')
  })

  test('lists the bases like cid/bases', async () => {
    expect((await node.rpc('multibase/list')).text).toBe((await node.rpc('cid/bases')).text)
  })
})
