import { expect, test } from 'vitest'
import { TestNode } from '../testing/test-node.ts'

/** The first missing argument that Kubo v0.40.0 reports for a request without a body. */
test.each([
  ['files/write', 'argument "path" is required'],
  ['files/write?arg=/x', "file argument 'data' is required"],
  ['files/write?arg=/x&offset=abc', "file argument 'data' is required"],
  ['files/cp?arg=a', 'argument "dest" is required'],
  ['add', "file argument 'path' is required"],
  ['add?chunker=x', "file argument 'path' is required"],
  ['block/put', "file argument 'data' is required"],
  ['dag/put', "file argument 'object data' is required"],
  ['dag/import', "file argument 'path' is required"],
  ['config', 'argument "key" is required'],
  ['config/replace', "file argument 'file' is required"],
  ['key/import', 'argument "name" is required'],
  ['key/import?arg=a', "file argument 'key' is required"],
  ['key/rename', 'argument "name" is required'],
  ['name/publish', 'argument "ipfs-path" is required'],
  ['name/inspect', "file argument 'record' is required"],
  ['pin/update', 'argument "from-path" is required'],
  ['pin/update?arg=a', 'argument "to-path" is required'],
  ['pin/remote/service/add', 'argument "service" is required'],
  ['object/patch/add-link', 'argument "root" is required'],
  ['multibase/transcode', "file argument 'encoded_file' is required"],
  ['pubsub/pub', 'argument "topic" is required'],
  ['pubsub/pub?arg=a', "file argument 'data' is required"],
  ['routing/put', 'argument "key" is required'],
  ['routing/put?arg=a', "file argument 'value-file' is required"],
  ['p2p/forward', 'argument "protocol" is required']
])('%s', async (target, message) => {
  expect(await (await TestNode.start()).rpc(target)).toMatchObject({ status: 400, text: `${message}\n` })
})
