import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCalls } from '../../testing/devices/cut-calls.ts'
import { exchange, pairedDevices, sendRecord } from '../../testing/devices/test-device.ts'
import type { TestDevice } from '../../testing/devices/test-device.ts'

const RUNS = 15

/** Something that happens to one of two devices. */
type Event =
  | { is: 'write' | 'remove'; at: 0 | 1; path: string }
  | { is: 'move'; at: 0 | 1; path: string; to: string }
  | { is: 'send'; at: 0 | 1 }
  | { is: 'kill'; at: 0 | 1; after: number }
  | { is: 'meet' }

const at = fc.constantFrom<0 | 1>(0, 1)
const name = fc.constantFrom('a', 'b', 'c.txt')
const path = fc.oneof(
  name.map((a) => `/${a}`),
  fc.tuple(fc.constantFrom('d', 'e', 'a'), name).map(([d, a]) => `/${d}/${a}`)
)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('write' as const), at, path }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('remove' as const), at, path: fc.oneof(path, fc.constant('/d')) })
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('move' as const), at, path, to: path }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('send' as const), at }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('kill' as const), at, after: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.constant({ is: 'meet' as const }) }
)

async function isCut (job: () => Promise<unknown>): Promise<void> {
  await job().catch((err: Error) => {
    if (!/killed/.test(err.message)) {
      throw err
    }
  })
}

/** The texts of a device. */
async function texts (device: TestDevice): Promise<Set<string>> {
  return new Set(Object.values(await device.files()).filter((text) => text !== ''))
}

/** The person's own deeds, with the texts that they remove. */
class Persons {
  readonly written = new Set<string>()
  /** removed or overwritten by a person while the other device had it too */
  readonly removed: Array<{ text: string; other: TestDevice }> = []
  /** removed or overwritten by the person of each device */
  readonly dropped = [new Set<string>(), new Set<string>()]
  readonly #devices: readonly TestDevice[]

  constructor (devices: readonly TestDevice[]) {
    this.#devices = devices
  }

  async act (event: Event, count: number): Promise<void> {
    if (event.is === 'send' || event.is === 'kill' || event.is === 'meet') {
      return
    }

    const device = this.#devices[event.at]
    const other = this.#devices[1 - event.at]
    const before = await device.files()
    const below = Object.entries(before).filter(([path]) => path === event.path || path.startsWith(`${event.path}/`))
      .map(([, text]) => text).filter((text) => text !== '')

    const otherTexts = await texts(other)

    try {
      if (event.is === 'move') {
        if (before[event.to] == null) {
          await device.move(event.path, event.to)
        }

        return
      }

      if (event.is === 'write') {
        await device.write(event.path, `text ${count}`)
        this.written.add(`text ${count}`)
      } else {
        await device.remove(event.path)
      }

      below.forEach((text) => {
        this.dropped[event.at].add(text)

        if (otherTexts.has(text)) {
          this.removed.push({ text, other })
        }
      })
    } catch {
      // The person cannot do that: for example, a parent folder is a file.
    }
  }
}

describe('two devices', () => {
  it('end with equal files whatever happened, and lose nothing', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 24 }), async (events) => {
        const devices = await pairedDevices()
        const persons = new Persons(devices)

        for (const [count, event] of events.entries()) {
          await persons.act(event, count)

          if (event.is === 'send') {
            await sendRecord(devices[event.at], devices[1 - event.at])
          } else if (event.is === 'kill') {
            const reader = devices[1 - event.at]
            await devices[event.at].drive.publish()
            await reader.open(cutCalls(reader.calls, event.after))
            await isCut(async () => await sendRecord(devices[event.at], reader))
            await reader.open()
          } else if (event.is === 'meet') {
            await exchange(...devices)
          }
        }

        await exchange(...devices)

        const [files, others] = await Promise.all(devices.map(async (device) => await device.files()))
        expect(files).toEqual(others)

        const kept = new Set(Object.values(files))
        const bins = await Promise.all(devices.map(async (device) => await device.binTexts()))

        for (const text of persons.written) {
          expect(
            kept.has(text) || bins.some((bin) => bin.has(text)) || persons.dropped.some((one) => one.has(text)),
            `${text} is lost`
          ).toBe(true)
        }

        for (const { text, other } of persons.removed) {
          const reader = devices.indexOf(other)
          expect(
            kept.has(text) || bins[reader].has(text) || persons.dropped[reader].has(text),
            `${text} is not in the Bin`
          ).toBe(true)
        }
      }),
      { numRuns: Number(process.env.DEVICE_RUNS ?? RUNS) }
    )
  })
})
