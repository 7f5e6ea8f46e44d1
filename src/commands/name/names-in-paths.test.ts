import { beforeAll, expect, test } from 'vitest'
import { DagBuilder } from '../../testing/dag/dag-builder.ts'
import { startDohServer } from '../../testing/http/doh-server.ts'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode
let cids: { file: string; directory: string }
let name: string

beforeAll(async () => {
  const dag = new DagBuilder()
  const file = (await dag.raw('content')).cid
  const directory = await dag.directory({ file })
  cids = { file: file.toString(), directory: directory.toString() }
  node = await TestNode.start({ blockstore: dag.store })
  name = ((await node.rpc('key/gen?arg=mine')).lines[0] as { Id: string }).Id
  await node.rpc(`name/publish?arg=${cids.directory}&key=mine&allow-offline=true`)
})

test.each([
  ['resolve?arg={name}/file', '{"Path":"/ipfs/{file}"}'],
  ['resolve?arg={name}&recursive=false', '{"Path":"/ipfs/{directory}"}'],
  ['cat?arg={name}/file', 'content'],
  ['dag/resolve?arg={name}/file', '{"Cid":{"/":"{file}"},"RemPath":""}'],
  ['dag/get?arg={name}/file', '{"/":{"bytes":"Y29udGVudA"}}'],
  ['dag/stat?arg={name}/file&progress=false', '"Cid":"{file}"'],
  ['dag/export?arg={name}/file', 'content'],
  ['block/get?arg={name}/file', 'content'],
  ['block/stat?arg={name}/file', '{"Key":"{file}","Size":7}'],
  ['ls?arg={name}', '"Hash":"{file}"'],
  ['refs?arg={name}', '{"Ref":"{file}","Err":""}'],
  ['get?arg={name}/file', 'content'],
  ['pin/add?arg={name}/file', '{"Pins":["{file}"]}'],
  ['pin/ls?arg={name}/file', '{"Keys":{"{file}":{"Type":"recursive","Name":""}}}'],
  ['pin/update?arg={name}/file&arg={name}', '{"Pins":["{file}","{directory}"]}'],
  ['pin/rm?arg={name}', '{"Pins":["{directory}"]}']
])('%s finds the target of a name', async (target, expected) => {
  const filled = (text: string): string =>
    text.replaceAll('{name}', `/ipns/${name}`).replaceAll(
      /\{(file|directory)\}/g,
      (_, which: 'file' | 'directory') => cids[which]
    )
  expect((await node.rpc(filled(target))).text).toContain(filled(expected))
})

test('names of unpublished keys do not resolve', async () => {
  const { Id } = (await node.rpc('key/gen?arg=other')).lines[0] as { Id: string }
  expect(await node.rpc(`cat?arg=/ipns/${Id}`)).toMatchObject({
    status: 500,
    lines: [{ Message: 'could not resolve name', Code: 0 }]
  })
  expect(await node.rpc(`name/resolve?arg=/ipns/${Id}`)).toMatchObject({
    status: 500,
    lines: [{ Message: 'could not resolve name', Code: 0 }]
  })
})

test('a stream of their targets is empty, and an invalid name is still an error', async () => {
  const { Id } = (await node.rpc('key/gen?arg=unpublished')).lines[0] as { Id: string }
  expect(await node.rpc(`name/resolve?arg=/ipns/${Id}&stream=true&offline=true`)).toMatchObject({
    status: 200,
    text: ''
  })
  expect((await node.rpc(`name/resolve?arg=/ipns/${name}&stream=true`)).lines).toEqual([{
    Path: `/ipfs/${cids.directory}`
  }])
  expect((await node.rpc('name/resolve?arg=/ipns/not-a-name&stream=true')).status).toBe(500)
})

test('linked domains are resolved by the configured server', async () => {
  const server = await startDohServer({ zone: { '_dnslink.a.test': [`dnslink=/ipns/${name}`] } })
  await node.rpc(`config?arg=DNS.Resolvers&arg=${encodeURIComponent(JSON.stringify({ '.': server.url }))}&json=true`)
  expect((await node.rpc('cat?arg=/ipns/a.test/file')).text).toBe('content')
  expect((await node.rpc('name/resolve?arg=a.test')).lines).toEqual([{ Path: `/ipfs/${cids.directory}` }])
  expect((await node.rpc('name/resolve?arg=a.test&recursive=false')).lines).toEqual([{ Path: `/ipns/${name}` }])
  await server.close()
})

test('records are served and accepted', async () => {
  const record = new Uint8Array(await (await node.open(`name/get?arg=${name}&offline=true`)).arrayBuffer())
  const value = (await node.rpc(`routing/get?arg=/ipns/${name}&offline=true`)).lines[0] as { Extra: string }
  expect(Uint8Array.from(atob(value.Extra), (char) => char.charCodeAt(0))).toEqual(record)
  // As text they are the raw bytes.
  expect(
    new Uint8Array(await (await node.open(`routing/get?arg=/ipns/${name}&offline=true&encoding=text`)).arrayBuffer())
  ).toEqual(record)

  const upload = (): { body: FormData } => {
    const body = new FormData()
    body.append('file', new Blob([record]))
    return { body }
  }

  const other = await TestNode.start()
  expect(await other.rpc(`name/put?arg=${name}`, upload())).toMatchObject({
    status: 500,
    lines: [{
      Message: "can't put while offline: pass `--allow-offline` to store locally or `--allow-delegated` if " +
        'Ipns.DelegatedPublishers are set up'
    }]
  })
  expect((await other.rpc(`name/put?arg=${name}&allow-offline=true`, upload())).lines).toEqual([{
    Name: name,
    Value: `/ipfs/${cids.directory}`
  }])
  expect((await other.rpc(`name/resolve?arg=${name}`)).lines).toEqual([{ Path: `/ipfs/${cids.directory}` }])

  const third = await TestNode.start()
  expect((await third.rpc(`routing/put?arg=/ipns/${name}`, upload())).lines).toEqual([{
    Message: "can't put while offline: pass `--allow-offline` to override",
    Code: 0,
    Type: 'error'
  }])
  await third.rpc(`routing/put?arg=/ipns/${name}&allow-offline=true`, upload())
  expect((await third.rpc(`name/resolve?arg=${name}`)).lines).toEqual([{ Path: `/ipfs/${cids.directory}` }])
})
