import { addInPage, foldersOf, formOf } from '../../bench/swarm/folders.ts'
import type { Folder } from '../../bench/swarm/folders.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { connect } from '../fixtures/build/is-served.ts'
import { json, openPeerApp } from '../fixtures/page/peer-app.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

/** The folders of the benchmark, which measures them over each transport. */
const MIB = 200
const SMALL_FILES = 10_000

let peer: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => {
  peer = await startSwarmNode()
})
test.afterEach(async () => {
  await peer.node.stop()
})

async function addThere (folder: Folder): Promise<string> {
  return ((await peer.rpc('add?cid-version=1&quiet=true', { body: formOf(folder) })).lines.at(-1) as { Hash: string })
    .Hash
}

for (const folder of foldersOf(MIB, SMALL_FILES)) {
  test(`transfers a folder completely in both directions: ${folder.name}`, async ({ page, site }) => {
    test.setTimeout(600_000)
    await openPeerApp(page, site.origin)
    await connect(page, peer.addresses.find((address) => address.includes('/ws/')) ?? '')
    const bytes = folder.files * folder.fileBytes

    // Both nodes have the same content without network access.
    const theirs = await addThere(folder)
    expect((await rpc(page, `pin/add?arg=${theirs}&timeout=5m`)).status).toBe(200)
    const { Objects: [{ Links: here }] } = await json<{ Objects: Array<{ Links: Array<{ Size: number }> }> }>(
      page,
      `ls?arg=${theirs}&offline=true`
    )
    expect([here.length, here.reduce((sum, { Size }) => sum + Size, 0)]).toEqual([folder.files, bytes])
    const came = await json<{ UniqueBlocks: number }>(page, `dag/stat?arg=${theirs}&offline=true&progress=false`)
    expect(came).toEqual((await peer.rpc(`dag/stat?arg=${theirs}&progress=false`)).lines.at(-1))

    const ours = await page.evaluate(addInPage, folder)
    expect((await peer.rpc(`pin/add?arg=${ours}&timeout=5m`)).status).toBe(200)
    expect((await peer.rpc(`dag/stat?arg=${ours}&offline=true&progress=false`)).lines.at(-1)).toEqual(
      await json(page, `dag/stat?arg=${ours}&offline=true&progress=false`)
    )

    // Each block arrived once, and no connection was lost.
    const { BlocksReceived, DupBlksReceived } = await json<{ BlocksReceived: number; DupBlksReceived: number }>(
      page,
      'bitswap/stat'
    )
    expect([BlocksReceived, DupBlksReceived]).toEqual([came.UniqueBlocks, 0])
  })
}
