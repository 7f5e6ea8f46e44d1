import { CarBufferWriter } from '@ipld/car'
import * as dagCbor from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import type { SentFile } from './asked-node.ts'
import type { Effect, Model } from './model.ts'
import { multihashHex } from './multihash-hex.ts'
import type { Random } from './random.ts'
import { seededBytes } from './seeded-bytes.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Limit of keys, and of MFS files: each is checked in each round. */
const MANY = 8

/** A command with its input and its expected effect. */
export interface Action extends Request {
  kind: string
}

interface Request {
  target: string
  files: SentFile[]
  effect: Effect
  /** whether the node may reject it: its target may be gone */
  mayRefuse?: true
  /** whether the node rejects a repetition: Chromium repeats a request if its worker was stopped before it answered */
  onceOnly?: true
}

/**
 * Makes one action, which is one or several concurrent commands. Returns undefined if the node lacks what the action
 * needs.
 */
type Maker = (random: Random, model: Model, name: string) => Promise<Request[] | undefined>

const MAKERS: Record<string, Maker> = {
  'add big': async (random, model, name) => [
    addRequest(
      name,
      [file(model, random.between(4, 20) * MIB)],
      random.pick(['cid-version=1', 'cid-version=0', 'cid-version=1&chunker=size-65536', 'trickle=true'])
    )
  ],

  'add many': async (random, model, name) => [
    addRequest(
      name,
      Array.from({ length: random.between(30, 250) }, () => file(model, random.between(100, 9000))),
      'cid-version=1&wrap-with-directory=true'
    )
  ],

  'add several': async (random, model, name) =>
    Array.from(
      { length: random.between(2, 4) },
      (_, i) =>
        addRequest(
          `${name}.${i}`,
          [file(model, random.between(100 * KIB, 3 * MIB))],
          random.pick(['cid-version=1', 'cid-version=0'])
        )
    ),

  // Blocks that are already stored and pinned, next to new ones: rolling back the add must not remove them.
  'add again': async (random, model, name) =>
    model.known.length === 0
      ? undefined
      : [
        addRequest(name, [
          ...random.some(model.known, 5).map(({ seed, sizeBytes }) => ({ name: `${seed}`, seed, sizeBytes })),
          file(model, random.between(MIB, 4 * MIB))
        ], 'cid-version=1&wrap-with-directory=true')
      ],

  'add small': async (random, model, name) => {
    const small = file(model, random.between(1, 200 * KIB))
    model.known.push({ seed: small.seed!, sizeBytes: small.sizeBytes! })
    return [addRequest(name, [small], 'cid-version=1')]
  },

  'add unpinned': async (random, model) => {
    const files = Array.from({ length: random.between(1, 60) }, () => file(model, random.between(1, 12 * KIB)))
    return [{ target: 'add?cid-version=1&pin=false', files, effect: { unpinned: await blocksOf(files) } }]
  },

  'block/put': async (random, model) => {
    const files = Array.from({ length: random.between(1, 30) }, () => file(model, random.between(1, 100 * KIB)))
    return [{ target: 'block/put?cid-codec=raw', files, effect: { unpinned: await blocksOf(files), oneByOne: true } }]
  },

  'block/rm': async (random, model) => {
    const removed = random.some([...model.unpinned.keys()], random.between(1, 20))
    return removed.length === 0
      ? undefined
      : [{ target: `block/rm?${args(removed.map(rawCid))}`, files: [], effect: { removed }, mayRefuse: true }]
  },

  'pin/add': async (random, model, name) => {
    const [block] = random.some([...model.unpinned.keys()], 1)
    return block == null
      ? undefined
      : [{
        target: `pin/add?arg=${rawCid(block)}&name=${name}`,
        files: [],
        effect: { pin: { cid: rawCid(block), name } },
        mayRefuse: true
      }]
  },

  'pin/add direct': async (random, model, name) => {
    const [block] = random.some([...model.unpinned.keys()], 1)
    return block == null || model.direct.size >= MANY
      ? undefined
      : [{
        target: `pin/add?arg=${rawCid(block)}&name=${name}&recursive=false`,
        files: [],
        effect: { direct: { cid: rawCid(block), name } },
        mayRefuse: true
      }]
  },

  'pin/rm direct': async (random, model) =>
    random.some([...model.direct.keys()], random.between(1, 2)).map((cid) => ({
      target: `pin/rm?arg=${cid}`,
      files: [],
      effect: { removedDirect: cid },
      onceOnly: true
    })),

  'pin/add name': async (random, model, name) =>
    random.some([...model.pins.keys()], 1).map((cid) => ({
      target: `pin/add?arg=${cid}&name=${name}`,
      files: [],
      effect: { pin: { cid, name } }
    })),

  'pin/update': async (random, model) => {
    const [block] = random.some([...model.unpinned.keys()], 1)
    const [from] = random.some([...model.pins], 1)
    return block == null || from == null
      ? undefined
      : [{
        target: `pin/update?arg=${from[0]}&arg=${rawCid(block)}`,
        files: [],
        effect: { pin: { cid: rawCid(block), name: from[1].name }, unpin: from[0] },
        mayRefuse: true,
        onceOnly: true
      }]
  },

  'pin/rm': async (random, model) =>
    random.some([...model.pins.keys()], random.between(1, 3)).map((cid) => ({
      target: `pin/rm?arg=${cid}`,
      files: [],
      effect: { unpin: cid },
      onceOnly: true
    })),

  'dag/import': async (random, model) => {
    const { car, root } = await makeCar(
      Array.from({ length: random.between(5, 60) }, () => file(model, random.between(100, 100 * KIB)))
    )
    return [{
      target: 'dag/import',
      files: [{ name: 'x.car', base64: Buffer.from(car).toString('base64') }],
      effect: { pin: { cid: root, name: '' } }
    }]
  },

  gc: async () => [{ target: 'repo/gc', files: [], effect: { gc: true } }],

  'key/gen': async (_, model, name) =>
    model.keys.size < MANY
      ? [{ target: `key/gen?arg=${name}&type=ed25519`, files: [], effect: { key: name }, onceOnly: true }]
      : undefined,

  'key/rm': async (random, model) =>
    random.some([...model.keys.keys()], 1).map((name) => ({
      target: `key/rm?arg=${name}`,
      files: [],
      effect: { removedKey: name },
      onceOnly: true
    })),

  'name/publish': async (random, model) => {
    const value = `/ipfs/${rawCid((await blocksOf([file(model, 10)]))[0])}`
    return random.some([...model.keys], 2).map(([name, id]) => ({
      target: `name/publish?arg=${value}&key=${name}&resolve=false&allow-offline=true`,
      files: [],
      effect: { publish: { id, value } },
      mayRefuse: true as const
    }))
  },

  'files/write': async (random, model) =>
    Array.from({ length: random.between(1, 3) }, () => {
      const { seed, sizeBytes } = file(model, random.between(1, random.pick([1000, 900 * KIB])))
      const path = model.files.size < MANY ? `/${random.between(1, 3)}/${seed}` : random.pick([...model.files.keys()])
      return {
        target: `files/write?arg=${path}&create=true&parents=true&truncate=true`,
        files: [{ name: 'data', seed, sizeBytes }],
        effect: { file: { path, seed: seed!, sizeBytes: sizeBytes! } }
      }
    }).filter(({ effect }, i, all) => all.findIndex((other) => other.effect.file.path === effect.file.path) === i),

  'files/rm': async (random, model) =>
    random.some([...model.files.keys()], random.between(1, 3)).map((path) => ({
      target: `files/rm?arg=${path}`,
      files: [],
      effect: { removedFile: path },
      mayRefuse: true,
      onceOnly: true
    })),

  'files/mv': async (random, model, name) =>
    random.some([...model.files], 1).map(([from, { seed, sizeBytes }]) => {
      const path = `/${random.between(1, 3)}/${name}`
      return {
        target: `files/mv?arg=${from}&arg=${path}`,
        files: [],
        effect: { file: { path, seed, sizeBytes }, removedFile: from },
        mayRefuse: true,
        onceOnly: true
      }
    }),

  config: async (random) => {
    const [path, value] = random.pick([['Datastore.StorageMax', `"${random.between(10, 99)}GB"`], [
      'Datastore.GCPeriod',
      `"${random.between(1, 99)}h"`
    ], ['Gateway.HTTPHeaders.X-Kill', `["${random.between(0, 1e6)}"]`]])
    return [{
      target: `config?arg=${path}&arg=${encodeURIComponent(value)}&json=true`,
      files: [],
      effect: { config: { path, value } }
    }]
  }
}

/**
 * Actions with results that depend on concurrent ones. They must not run together with actions that match the pattern.
 */
const ALONE: Record<string, RegExp> = {
  'files/mv': /^files/,
  'pin/add name': /^(pin|add)/,
  'pin/update': /^(pin|add|block)/,
  'pin/add direct': /^(pin|add|block)/
}

/**
 * Actions that are too large for a browser. A node on the edge moves data that exceeds its rows into its bucket at once
 * (src/store/sql).
 */
const LARGE: Record<string, Maker> = {
  'add large': async (
    random,
    model,
    name
  ) => [
    addRequest(
      name,
      [file(model, random.between(34, 60) * MIB)],
      random.pick(['cid-version=1&chunker=size-1048576', 'cid-version=0'])
    )
  ]
}

/**
 * Returns the commands of the next round: one action, or two or three concurrent actions of different kinds.
 *
 * @param name - name of the pins that they create, and of no others
 * @param isLarge - whether to include actions that are too large for a browser
 */
export async function nextActions (random: Random, model: Model, name: string, isLarge = false): Promise<Action[]> {
  const actions: Action[] = []
  const makers = isLarge ? { ...MAKERS, ...LARGE } : MAKERS

  const chosen = random.some(Object.keys(makers), random.pick([1, 1, 2, 3]))

  for (const kind of chosen.filter((kind) => !chosen.some((other) => other !== kind && ALONE[other]?.test(kind)))) {
    actions.push(
      ...(await makers[kind](random, model, `${name}-${kind.replaceAll(/\W/g, '-')}`) ?? []).map((request) => ({
        kind,
        ...request
      }))
    )
  }

  return actions.length > 0 ? actions : await nextActions(random, model, name, isLarge)
}

function addRequest (name: string, files: SentFile[], options: string): Request {
  return { target: `add?${options}&pin-name=${name}`, files, effect: { pin: { name } } }
}

function file (model: Model, sizeBytes: number): SentFile {
  const seed = model.nextSeed++
  return { name: `${seed}`, seed, sizeBytes }
}

function args (values: string[]): string {
  return values.map((value) => `arg=${value}`).join('&')
}

async function blocksOf (files: SentFile[]): Promise<string[]> {
  return await Promise.all(
    files.map(async ({ seed, sizeBytes }) => multihashHex((await sha256.digest(seededBytes(seed!, sizeBytes!))).bytes))
  )
}

/** @param block - its multihash in hex */
export function rawCid (block: string): string {
  return CID.decode(Uint8Array.from([1, raw.code, ...Buffer.from(block, 'hex')])).toString()
}

/** Builds a CAR of raw blocks below one root. */
async function makeCar (files: SentFile[]): Promise<{ car: Uint8Array; root: string }> {
  const leaves = await Promise.all(files.map(async ({ seed, sizeBytes }) => {
    const bytes = seededBytes(seed!, sizeBytes!)
    return { cid: CID.createV1(raw.code, await sha256.digest(bytes)), bytes }
  }))
  const bytes = dagCbor.encode(leaves.map(({ cid }) => cid))
  const root = { cid: CID.createV1(dagCbor.code, await sha256.digest(bytes)), bytes }
  const size = [root, ...leaves].reduce((sum, { bytes }) => sum + bytes.byteLength + 100, 1000)
  const writer = CarBufferWriter.createWriter(new ArrayBuffer(size), { roots: [root.cid] })
  for (const block of [root, ...leaves]) {
    writer.write(block)
  }
  return { car: writer.close({ resize: true }), root: root.cid.toString() }
}
