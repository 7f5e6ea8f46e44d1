import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PeerId } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { base64url } from 'multiformats/bases/base64'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRecord } from '../../names/record/create-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const A = '/ipfs/bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const B = '/ipfs/bafkreib7ytgp45cyodrmbwm7ohzq74dfnsg63va4yhl5hu3wwdn6nbpc6m'

let nodes: SwarmNode[]
beforeEach(() => {
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
})

async function start (config: object = { 'Ipns.UsePubsub': true }): Promise<SwarmNode> {
  const node = await startSwarmNode({ config: config as Record<string, never> })
  nodes.push(node)
  return node
}

async function connect (from: SwarmNode, to: SwarmNode): Promise<void> {
  expect((await from.rpc(`swarm/connect?arg=${to.addresses[0]}`)).lines).toEqual([{
    Strings: [expect.stringMatching(/ success$/)]
  }])
}

const nodeName = ({ node }: SwarmNode): string => ipnsNameText(node.identity.peerId.toMultihash())
const publish = async (node: SwarmNode, path: string): Promise<unknown> =>
  (await node.rpc(`name/publish?arg=${path}&resolve=false`)).lines[0]
const resolve = async (node: SwarmNode, name: string): Promise<unknown> =>
  (await node.rpc(`name/resolve?arg=${name}&nocache=true&timeout=60s`)).lines[0]
const topicOf = ({ node }: SwarmNode): string =>
  `/record/${base64url.baseEncode(Buffer.concat([Buffer.from('/ipns/'), node.identity.peerId.toMultihash().bytes]))}`
const follows = async (node: SwarmNode, of: SwarmNode): Promise<boolean> =>
  (await node.node.swarm!.get()).pubsub!.peers(topicOf(of)).length > 0

const createStranger = async (): Promise<PeerId> => peerIdFromPrivateKey(await generateKeyPair('Ed25519'))

test('a follower fetches a name that was published before, and receives later records', async () => {
  const [a, b] = [await start(), await start()]
  await connect(a, b)
  expect(await publish(a, A)).toEqual({ Name: nodeName(a), Value: A, Places: [{ Place: 'pubsub' }] })
  expect(await resolve(b, nodeName(a))).toEqual({ Path: A })
  expect((await b.rpc('name/pubsub/subs')).lines).toEqual([{ Strings: [`/ipns/${nodeName(a)}`] }])

  await publish(a, B)
  await expect.poll(async () => await resolve(b, nodeName(a))).toEqual({ Path: B })
})

test('a name published over pubsub is published again by a later swarm, at its renewal', async () => {
  const [a, b] = [await start(), await start()]
  expect(await publish(a, A)).toMatchObject({ Value: A })
  await a.node.swarm!.pause()
  await a.node.swarm!.get()
  expect((await a.rpc('name/pubsub/subs')).lines).toEqual([{ Strings: null }])

  const { names, keys } = a.node
  const renew = async (): Promise<unknown> =>
    await names.renew(await keys.privateKeys(), { signal: new AbortController().signal })
  expect(await renew()).toEqual({ renewed: 1, untaken: 0 })
  expect(await renew()).toEqual({ renewed: 0, untaken: 0 })
  expect((await a.rpc('name/pubsub/subs')).lines).toEqual([{ Strings: [`/ipns/${nodeName(a)}`] }])
  expect(
    (await b.rpc(`swarm/connect?arg=${a.node.swarm!.opened!.listenAddresses()[0]}/p2p/${a.node.identity.peerId}`))
      .status
  ).toBe(200)
  expect(await resolve(b, nodeName(a))).toEqual({ Path: A })
})

test('an early follower of a name receives it when its owner connects', async () => {
  const [a, b] = [await start(), await start()]
  await publish(a, A)
  const resolving = resolve(b, nodeName(a))
  await expect.poll(async () => (await b.rpc('name/pubsub/subs')).lines).toEqual([{
    Strings: [`/ipns/${nodeName(a)}`]
  }])
  expect((await b.rpc(`name/pubsub/cancel?arg=${nodeName(a)}`)).lines).toMatchObject([{
    Message: 'key has active subscriptions'
  }])
  await connect(b, a)
  expect(await resolving).toEqual({ Path: A })
  expect((await b.rpc(`name/pubsub/cancel?arg=${nodeName(a)}`)).lines).toEqual([{ Canceled: true }])
})

test('a request for a stored record waits for no peer, and follows the name', async () => {
  const a = await start()
  const name = ipnsNameText((await createStranger()).toMultihash())
  expect((await a.rpc(`name/get?arg=${name}&timeout=5s`)).lines).toMatchObject([{ Message: 'routing: not found' }])
  expect((await a.rpc(`routing/get?arg=/ipns/${name}&timeout=5s`)).lines).toMatchObject([{
    Message: 'routing: not found'
  }])
  expect((await a.rpc('name/pubsub/subs')).lines).toEqual([{ Strings: [`/ipns/${name}`] }])
  expect((await a.rpc(`name/pubsub/cancel?arg=${name}`)).lines).toEqual([{ Canceled: true }])
})

test('records are forwarded to peers that do not know the owner', async () => {
  const [a, b, c] = [await start(), await start(), await start()]
  await connect(a, b)
  await connect(b, c)
  await publish(a, A)
  expect(await resolve(b, nodeName(a))).toEqual({ Path: A })
  expect(await resolve(c, nodeName(a))).toEqual({ Path: A })
  await expect.poll(async () => await follows(c, a)).toBe(true)
  await publish(a, B)
  await expect.poll(async () => await resolve(c, nodeName(a))).toEqual({ Path: B })
})

test('records with a wrong signature are neither accepted nor forwarded', async () => {
  const [a, b, bad] = [await start(), await start(), await start({ 'Pubsub.Enabled': true })]
  await connect(a, b)
  await connect(bad, b)
  await publish(a, A)
  expect(await resolve(b, nodeName(a))).toEqual({ Path: A })
  await expect.poll(async () => await follows(bad, a)).toBe(true)

  const forged = await createRecord(bad.node.identity.privateKey, {
    value: B,
    sequence: 99n,
    validityMs: Date.now() + 60_000,
    ttlNs: 0n,
    v1compat: true
  })
  const { pubsub } = await bad.node.swarm!.get()
  await pubsub!.publish(topicOf(a), forged)
  await pubsub!.publish(topicOf(a), new TextEncoder().encode('rubbish'))

  // A valid one after them is accepted.
  const good = await createRecord(a.node.identity.privateKey, {
    value: B,
    sequence: 100n,
    validityMs: Date.now() + 60_000,
    ttlNs: 0n,
    v1compat: true
  })
  await pubsub!.publish(topicOf(a), good)
  await expect.poll(async () => await resolve(b, nodeName(a))).toEqual({ Path: B })
  expect((await a.rpc(`name/get?arg=${nodeName(a)}`)).status).toBe(200)
})

test('a node without it reports that, and an offline request asks no peer', async () => {
  const [a, b] = [await start({}), await start()]
  expect((await a.rpc('name/pubsub/subs')).lines).toMatchObject([{ Message: 'IPNS pubsub subsystem is not enabled' }])
  expect((await b.rpc(`name/resolve?arg=${nodeName(a)}&offline=true`)).lines).toMatchObject([{
    Message: 'could not resolve name'
  }])
  expect((await b.rpc('name/pubsub/subs')).lines).toEqual([{ Strings: null }])
})
