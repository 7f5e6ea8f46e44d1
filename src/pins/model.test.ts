import fc from 'fast-check'
import all from 'it-all'
import { expect, it } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { collectGarbage } from '../repo/gc/gc.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { cborNode, putBlocks, rawLeaf, storeKey } from '../testing/dag/small-dag.ts'
import { TestNode } from '../testing/test-node.ts'
import { pinRoot } from './change/pin-root.ts'
import { removeBlock } from './change/remove-block.ts'
import { unpin } from './change/unpin.ts'
import { updatePin } from './change/update-pin.ts'
import { checkPins } from './query/check-pins.ts'
import { listPins } from './query/list-pins.ts'
import type { PinMode } from './store/pin-store.ts'

const { signal } = new AbortController()

/** Which nodes each node links to: diamonds, shared leaves, a chain, a stranger. */
const LINKS = [[], [], [], [0, 1], [1, 2], [3, 4], [3, 5, 0], [4], [7, 2], []]
const NODES: Block[] = []
LINKS.forEach((links, i) => {
  NODES.push(links.length === 0 ? rawLeaf(`leaf ${i}`) : cborNode(`node ${i}`, links.map((at) => NODES[at].cid)))
})
const INDEXES = NODES.map((_, i) => i)

function closure (i: number): Set<number> {
  return new Set([i, ...LINKS[i].flatMap((below) => [...closure(below)])])
}

/** The plain thing: pins in a Map, blocks in a Set. */
class Model {
  readonly pins = new Map<number, { mode: PinMode; name: string }>()
  blocks = new Set(INDEXES)

  recursive (): number[] {
    return [...this.pins].filter(([, { mode }]) => mode === 'recursive').map(([i]) => i)
  }

  below (): Set<number> {
    return new Set(this.recursive().flatMap((root) => [...closure(root)]))
  }

  kept (): Set<number> {
    return new Set([...this.below(), ...this.pins.keys()])
  }

  has (i: number): boolean {
    return [...closure(i)].every((at) => this.blocks.has(at))
  }
}

type Step =
  | { do: 'pin'; i: number; mode: PinMode; name: string }
  | { do: 'unpin'; i: number; recursive: boolean }
  | { do: 'update'; i: number; to: number; unpin: boolean }
  | { do: 'remove' | 'put'; i: number }
  | { do: 'gc' }

const index = fc.constantFrom(...INDEXES)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('pin' as const),
    i: index,
    mode: fc.constantFrom<PinMode>('recursive', 'direct'),
    name: fc.constantFrom('', 'x', 'xy')
  }),
  fc.record({ do: fc.constant('unpin' as const), i: index, recursive: fc.boolean() }),
  fc.record({ do: fc.constant('update' as const), i: index, to: index, unpin: fc.boolean() }),
  fc.record({ do: fc.constantFrom('remove' as const, 'put' as const), i: index }),
  fc.constant({ do: 'gc' as const })
)

/** Applies a step to the model. Returns whether it is allowed. */
function toModel (model: Model, step: Step): boolean {
  switch (step.do) {
    case 'pin': {
      const { i, mode, name } = step
      const may = mode === 'recursive' ? model.has(i) : model.blocks.has(i) && model.pins.get(i)?.mode !== 'recursive'
      if (may) {
        model.pins.set(i, { mode, name })
      }
      return may
    }

    case 'unpin': {
      const mode = model.pins.get(step.i)?.mode
      const may = mode === 'direct' || (mode === 'recursive' && step.recursive)
      if (may) {
        model.pins.delete(step.i)
      }
      return may
    }

    case 'update':
      return updateModel(model, step)

    case 'remove': {
      const may = !model.kept().has(step.i)
      if (may) {
        model.blocks.delete(step.i)
      }
      return may
    }

    case 'put':
      model.blocks.add(step.i)
      return true
    case 'gc':
      model.blocks = new Set([...model.blocks].filter((i) => model.kept().has(i)))
      return true
  }
}

function updateModel (model: Model, { i, to, unpin }: Extract<Step, { do: 'update' }>): boolean {
  const pin = model.pins.get(i)
  if (pin?.mode !== 'recursive') {
    return false
  }
  if (i === to) {
    return true
  }
  if (model.pins.get(to)?.mode === 'recursive' || !model.has(to)) {
    return false
  }
  model.pins.set(to, pin)
  if (unpin) {
    model.pins.delete(i)
  }
  return true
}

async function toNode ({ node }: TestNode, step: Step): Promise<void> {
  const blocks = blockReader(node.blockstore, undefined)

  switch (step.do) {
    case 'pin':
      await pinRoot(node, { cid: NODES[step.i].cid, mode: step.mode, name: step.name }, { blocks, signal })
      break
    case 'unpin':
      await unpin(node.pins, NODES[step.i].cid, { recursive: step.recursive })
      break
    case 'update':
      await updatePin(node, NODES[step.i].cid, NODES[step.to].cid, { blocks, signal, unpin: step.unpin })
      break
    case 'remove':
      await removeBlock(node, NODES[step.i].cid, { force: true, signal })
      break
    case 'put':
      await putBlocks(node.blockstore, [NODES[step.i]])
      break
    case 'gc':
      await collectGarbage(node, {
        signal,
        report: (result) => {
          if ('error' in result) {
            throw result.error
          }
        }
      })
  }
}

async function compare (app: TestNode, model: Model): Promise<void> {
  const cid = (i: number): string => NODES[i].cid.toString()
  const pins = [...model.pins].map(([i, { mode, name }]) => `${mode} ${cid(i)} ${name}`.trim())
  const indirect = [...model.below()].filter((i) => !model.pins.has(i)).map((i) => `indirect ${cid(i)}`)
  const listed = (await all(listPins(app.node, { type: 'all', name: '', signal }))).map(({ cid, type, name }) =>
    `${type} ${cid} ${name}`.trim()
  )
  expect(listed.filter((pin) => !pin.includes('QmUNLLs')).sort()).toEqual([...pins, ...indirect].sort())

  const checked = await checkPins(app.node, NODES.map(({ cid }) => cid), { mode: 'indirect', signal })
  expect(checked.map((pin) => pin != null)).toEqual(
    INDEXES.map((i) => model.below().has(i) && model.pins.get(i)?.mode !== 'recursive')
  )
  checked.forEach((pin, i) => {
    if (pin?.mode === 'indirect') {
      expect(closure(NODES.findIndex(({ cid }) => cid.equals(pin.through)))).toContain(i)
    }
  })

  expect((await app.blocks()).filter((key) => key !== EMPTY_DIRECTORY_KEY)).toEqual(
    [...model.blocks].map((i) => storeKey(NODES[i])).sort()
  )
}

const EMPTY_DIRECTORY_KEY = 'bafkreiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'

it('pins, blocks and garbage collection behave like a Map of pins over a Set of blocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (list) => {
      const app = await TestNode.start()
      const model = new Model()
      await putBlocks(app.node.blockstore, NODES)

      for (const step of list) {
        const may = toModel(model, step)
        const did = await toNode(app, step).then(() => true, () => false)
        expect([step, did]).toEqual([step, may])
        await compare(app, model)
      }
    }),
    { numRuns: 80 }
  )
})
