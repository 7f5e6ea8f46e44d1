import { CID } from 'multiformats/cid'
import { ending } from './ending.ts'
import { multihashHex } from './multihash-hex.ts'
import type { Answer, NodePage } from './node-page.ts'

/** CIDs in one address: a list of arguments has its bound. */
const ARGS = 100

/** What a node tells of itself. */
export interface Seen {
  identity: string
  pins: Map<string, string>
  /** the blocks of the store, as multihashes in hex */
  local: Set<string>
  /** those that the pins need, as far as they are here */
  reachable: Set<string>
  config: (path: string) => Promise<string>
  /** roots of which `pin/verify` says that blocks are missing */
  broken: Map<string, string>
  /** what does not agree with itself */
  faults: string[]
}

/** Asks the node for all that counts. @throws an Error when it does not answer */
export async function look (page: NodePage): Promise<Seen> {
  const faults: string[] = []
  const { ID, PublicKey } = await one<{ ID: string, PublicKey: string }>(page, 'id')
  const { Keys } = await one<{ Keys?: Record<string, { Name: string }> }>(page, 'pin/ls?type=recursive&names=true')
  const pins = new Map(Object.entries(Keys ?? {}).map(([cid, { Name }]) => [cid, Name ?? '']))

  const verified = await ask(page, 'pin/verify')
  const broken = new Map(lines<{ Cid: string, Ok?: boolean }>(verified).filter(({ Cid, Ok }) => Cid != null && Ok !== true).map((line) => [line.Cid, JSON.stringify(line)]))

  const local = new Set(lines<{ Ref: string }>(await ask(page, 'refs/local')).map(({ Ref }) => hex(Ref)))
  const reachable = new Set<string>([...pins.keys()].map(hex).filter((root) => local.has(root)))
  const whole = [...pins.keys()].filter((cid) => !broken.has(cid))
  for (let at = 0; at < whole.length; at += ARGS) {
    const refs = await ask(page, `refs?recursive=true&unique=true&offline=true&${whole.slice(at, at + ARGS).map((cid) => `arg=${cid}`).join('&')}`)
    for (const { Ref, Err } of lines<{ Ref: string, Err: string }>(refs)) {
      if (Err !== '') faults.push(`refs of the pins: ${Err}`)
      else reachable.add(hex(Ref))
    }
  }

  for (const block of reachable) {
    if (!local.has(block)) faults.push(`block ${block} of a pin is not in refs/local, and pin/verify does not say so`)
  }

  const checked = await ending('repo/verify', page.rpc('repo/verify'))
  if (checked.status !== 200 || checked.broken || !checked.text.includes('all blocks validated')) faults.push(`repo/verify: ${checked.status} ${checked.text.slice(-300)}`)

  const { NumObjects } = await one<{ NumObjects: number }>(page, 'repo/stat')
  if (NumObjects !== local.size) faults.push(`repo/stat counts ${NumObjects} blocks, refs/local ${local.size}`)

  return { identity: `${ID} ${PublicKey}`, pins, local, reachable, broken, faults, config: async (path) => JSON.stringify((await one<{ Value: unknown }>(page, `config?arg=${path}`)).Value) }
}

export function lines<T> ({ text }: Answer): T[] {
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

async function one<T> (page: NodePage, target: string): Promise<T> {
  return lines<T>(await ask(page, target))[0]
}

async function ask (page: NodePage, target: string): Promise<Answer> {
  const answer = await ending(target, page.rpc(target))
  if (answer.status !== 200 || answer.broken) throw new Error(`${target.slice(0, 80)}: ${answer.status}${answer.broken ? ', broken' : ''} ${answer.text.slice(-300)}`)
  return answer
}

function hex (cid: string): string {
  return multihashHex(CID.parse(cid).multihash.bytes)
}
