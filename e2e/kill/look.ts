import { CID } from 'multiformats/cid'
import type { Answer, AskedNode } from './asked-node.ts'
import { ending } from './ending.ts'
import { multihashHex } from './multihash-hex.ts'

/** CIDs per request, because the number of arguments is limited. */
const ARGS = 100

/** Checks in a row without a running job, after which the node counts as idle. */
const QUIET_LOOKS = 3
const LOOK_EVERY_MS = 100

/** The state that a node reports. */
export interface Seen {
  identity: string
  pins: Map<string, string>
  /** direct pins */
  direct: Map<string, string>
  /** blocks of the store, as multihashes in hex */
  local: Set<string>
  /** blocks that the pins need, as far as they are stored */
  reachable: Set<string>
  config: (path: string) => Promise<string>
  /** IDs of the keys other than the node's own, by name */
  keys: Map<string, string>
  /** returns the path that was published under the ID of a key */
  published: (id: string) => Promise<string>
  /** paths of the MFS files; undefined if a block of their directories is missing */
  files: Set<string> | undefined
  /** returns whether an MFS file has these bytes */
  holds: (path: string, file: { seed: number; sizeBytes: number }) => Promise<boolean>
  /** roots for which `pin/verify` reports missing blocks */
  broken: Map<string, string>
  /** blocks that `repo/verify` reports as unreadable, as multihashes in hex */
  corrupt: Set<string>
  /** size reported by `repo/stat`, in bytes */
  repoSize: number
  /** inconsistencies within this state */
  faults: string[]
}

/**
 * Requests the whole state of the node.
 *
 * @throws an Error if it does not answer
 */
export async function lookAtNode (node: AskedNode): Promise<Seen> {
  const faults: string[] = []
  const { ID, PublicKey } = await one<{ ID: string; PublicKey: string }>(node, 'id')
  await waitForResumedWork(node)
  const pins = await listPins(node, 'recursive')
  const direct = await listPins(node, 'direct')

  const verified = await askRpc(node, 'pin/verify')
  const broken = new Map(
    parseJsonLines<{ Cid: string; Ok?: boolean }>(verified).filter(({ Cid, Ok }) => Cid != null && Ok !== true).map((
      line
    ) => [line.Cid, JSON.stringify(line)])
  )

  const { Keys: keys } = await one<{ Keys: Array<{ Name: string; Id: string }> }>(node, 'key/list')
  const files = await listFiles(node)
  // This call may add the block of the empty directory.
  const filesRoot = files == null ? [] : [(await one<{ Hash: string }>(node, 'files/stat?arg=/')).Hash]

  const local = new Set(
    parseJsonLines<{ Ref: string }>(await askRpc(node, 'refs/local')).map(({ Ref }) => digestHex(Ref))
  )
  const reachable = new Set<string>([...pins.keys(), ...direct.keys()].map(digestHex).filter((root) => local.has(root)))
  for (const root of filesRoot) {
    if (local.has(digestHex(root))) {
      reachable.add(digestHex(root))
    }
  }
  const whole = [...pins.keys()].filter((cid) => !broken.has(cid)).concat(filesRoot)
  for (let at = 0; at < whole.length; at += ARGS) {
    const refs = await askRpc(
      node,
      `refs?recursive=true&unique=true&offline=true&${whole.slice(at, at + ARGS).map((cid) => `arg=${cid}`).join('&')}`
    )
    for (const { Ref, Err } of parseJsonLines<{ Ref: string; Err: string }>(refs)) {
      if (Err !== '') {
        faults.push(`refs of the pins: ${Err}`)
      } else {
        reachable.add(digestHex(Ref))
      }
    }
  }

  for (const block of reachable) {
    if (!local.has(block)) {
      faults.push(`block ${block} of a pin is not in refs/local, and pin/verify does not say so`)
    }
  }

  const checked = await ending('repo/verify', node.rpc('repo/verify'))
  const corrupt = new Set([...checked.text.matchAll(/block (\w+) was corrupt/g)].map(([, cid]) => digestHex(cid)))
  if (
    corrupt.size === 0 && (checked.status !== 200 || checked.broken || !checked.text.includes('all blocks validated'))
  ) {
    faults.push(`repo/verify: ${checked.status} ${checked.text.slice(-300)}`)
  }

  const { NumObjects, RepoSize } = await one<{ NumObjects: number; RepoSize: number }>(node, 'repo/stat')
  if (NumObjects !== local.size) {
    faults.push(`repo/stat counts ${NumObjects} blocks, refs/local ${local.size}`)
  }

  return {
    identity: `${ID} ${PublicKey}`,
    pins,
    direct,
    local,
    reachable,
    broken,
    corrupt,
    repoSize: RepoSize,
    faults,
    config: async (path) => JSON.stringify((await one<{ Value: unknown }>(node, `config?arg=${path}`)).Value),
    keys: new Map(keys.filter(({ Name }) => Name !== 'self').map(({ Name, Id }) => [Name, Id])),
    published: async (id) => {
      const answer = await ending('name/resolve', node.rpc(`name/resolve?arg=${id}&offline=true`))
      return answer.status === 200 ? parseJsonLines<{ Path: string }>(answer)[0].Path : answer.text
    },
    files: files == null ? undefined : new Set(files),
    holds: async (path, { seed, sizeBytes }) =>
      await ending(`reading ${path}`, node.reads(`files/read?arg=${path}`, seed, sizeBytes))
  }
}

/** Waits for work that continues by itself after the kill: jobs resume just after the first answer. */
async function waitForResumedWork (node: AskedNode): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS; looks++) {
    const entries = await one<Array<{ Active: boolean; Command: string }>>(node, 'diag/cmds')
    if (entries.some(({ Active, Command }) => Active && Command !== 'diag/cmds')) {
      looks = -1
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function listPins (node: AskedNode, type: string): Promise<Map<string, string>> {
  const { Keys } = await one<{ Keys?: Record<string, { Name: string }> }>(node, `pin/ls?type=${type}&names=true`)
  return new Map(Object.entries(Keys ?? {}).map(([cid, { Name }]) => [cid, Name ?? '']))
}

/** Lists the MFS files, which are at most two levels deep. */
async function listFiles (node: AskedNode): Promise<string[] | undefined> {
  const root = await ending('files/ls', node.rpc('files/ls?arg=/'))

  if (root.status !== 200) {
    return undefined
  }

  const files: string[] = []
  for (const { Name } of parseJsonLines<{ Entries: Array<{ Name: string }> | null }>(root)[0].Entries ?? []) {
    const directory = await ending('files/ls', node.rpc(`files/ls?arg=/${Name}`))
    if (directory.status !== 200) {
      return undefined
    }
    files.push(
      ...(parseJsonLines<{ Entries: Array<{ Name: string }> | null }>(directory)[0].Entries ?? []).map((entry) =>
        `/${Name}/${entry.Name}`
      )
    )
  }

  return files
}

export function parseJsonLines<T> ({ text }: Answer): T[] {
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

async function one<T> (node: AskedNode, target: string): Promise<T> {
  return parseJsonLines<T>(await askRpc(node, target))[0]
}

/** @throws an Error if the node fails to execute it */
export async function askRpc (node: AskedNode, target: string): Promise<Answer> {
  const answer = await ending(target, node.rpc(target))
  if (answer.status !== 200 || answer.broken) {
    throw new Error(
      `${target.slice(0, 80)}: ${answer.status}${answer.broken ? ', broken' : ''} ${answer.text.slice(-300)}`
    )
  }
  return answer
}

function digestHex (cid: string): string {
  return multihashHex(CID.parse(cid).multihash.bytes)
}
