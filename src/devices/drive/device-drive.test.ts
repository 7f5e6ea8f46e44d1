import { describe, expect, it } from 'vitest'
import { cutCalls } from '../../testing/devices/cut-calls.ts'
import { exchange, pairedDevices, sendRecord } from '../../testing/devices/test-device.ts'
import type { TestDevice } from '../../testing/devices/test-device.ts'
import type { NodeCalls } from '../node-calls.ts'

describe('DeviceDrive', () => {
  it('merges the files of two devices that had different ones', async () => {
    const [laptop, phone] = await pairedDevices()
    await laptop.write('/docs/a.txt', 'a')
    await laptop.write('/both.txt', 'from the laptop')
    await phone.write('/photos/b.txt', 'b')
    await phone.write('/both.txt', 'from the phone')
    await phone.drive.publish()

    await exchange(laptop, phone)

    const files = {
      '/both (from Phone).txt': 'from the phone',
      '/both.txt': 'from the laptop',
      '/docs/a.txt': 'a',
      '/photos/b.txt': 'b'
    }
    expect(await laptop.files()).toEqual(files)
    expect(await phone.files()).toEqual(files)
  })

  it('takes over changes, moves and deletions, and moves earlier versions to the Bin', async () => {
    const [laptop, phone] = await pairedDevices()
    await laptop.write('/a.txt', '1')
    await laptop.write('/b.txt', '2')
    await laptop.write('/d/c.txt', '3')
    await laptop.write('/e/f.txt', '4')
    await exchange(laptop, phone)
    expect(await phone.files()).toEqual(await laptop.files())

    await phone.write('/a.txt', 'changed')
    await phone.remove('/b.txt')
    await laptop.move('/d/c.txt', '/d/moved.txt')
    await laptop.remove('/e')
    await exchange(laptop, phone)

    const files = { '/a.txt': 'changed', '/d/moved.txt': '3' }
    expect(await laptop.files()).toEqual(files)
    expect(await phone.files()).toEqual(files)
    expect(await laptop.bin()).toEqual({ '/a.txt': '1', '/b.txt': '2' })
    expect(await phone.bin()).toEqual({ '/d/c.txt': '3', '/e/f.txt': '4' })
  })

  it('becomes quiet when nothing changes', async () => {
    const [laptop, phone] = await pairedDevices()
    await laptop.write('/a.txt', '1')
    await exchange(laptop, phone)
    const numbers = [laptop, phone].map(({ drive }) => drive.state.sent.at(-1)?.number)
    await exchange(laptop, phone)
    await phone.mkdir('/.bin/x')
    await exchange(laptop, phone)
    expect([laptop, phone].map(({ drive }) => drive.state.sent.at(-1)?.number)).toEqual(numbers)
  })

  it('the second device waits until the first one has merged its last record', async () => {
    const [laptop, phone] = await pairedDevices()
    await laptop.write('/a.txt', '1')
    await phone.write('/b.txt', '2')
    await phone.drive.publish()
    expect(await sendRecord(laptop, phone)).toBe('early')
    expect(await sendRecord(phone, laptop)).toBe('merged')
    expect(await sendRecord(laptop, phone)).toBe('merged')
    expect(await phone.files()).toEqual({ '/a.txt': '1', '/b.txt': '2' })
  })

  it('continues a merge that was killed after any command, without loss and without copies', async () => {
    for (let after = 0, isCut = true; isCut; after++) {
      const [laptop, phone] = await pairedDevices()
      await laptop.write('/a.txt', '1')
      await laptop.write('/b.txt', '1')
      await laptop.write('/both.txt', '1')
      await exchange(laptop, phone)
      await laptop.write('/a.txt', '2')
      await laptop.remove('/b.txt')
      await laptop.write('/d/c.txt', '3')
      await laptop.write('/both.txt', 'laptop')
      await phone.write('/both.txt', 'phone')
      await laptop.drive.publish()

      await phone.open(cutCalls(phone.calls, after))
      isCut = await sendRecord(laptop, phone).then(() => false, () => true)
      // A page that was closed may publish when it is opened again.
      await phone.open()
      await exchange(laptop, phone)

      const files = { '/a.txt': '2', '/both (from Laptop).txt': 'laptop', '/both.txt': 'phone', '/d/c.txt': '3' }
      expect([after, await phone.files()]).toEqual([after, files])
      expect([after, await laptop.files()]).toEqual([after, files])
      expect([after, await phone.bin()]).toEqual([after, { '/a.txt': '1', '/b.txt': '1' }])
    }
  }, 300_000)

  it.each(['files/mv', 'files/cp', 'files/stat', 'dag/stat'])(
    'does not overwrite what the person writes just before %s',
    async (command) => {
      const [laptop, phone] = await pairedDevices()
      await laptop.write('/a.txt', '1')
      await laptop.write('/gone.txt', '1')
      await exchange(laptop, phone)
      await laptop.write('/a.txt', 'laptop')
      await laptop.write('/new.txt', 'laptop')
      await laptop.remove('/gone.txt')

      await phone.open(writingBefore(phone, command, async () => {
        await phone.write('/a.txt', 'phone')
        await phone.write('/new.txt', 'phone')
        await phone.write('/gone.txt', 'phone')
      }))
      await sendRecord(laptop, phone)
      await phone.open()
      await exchange(laptop, phone)

      const files = await phone.files()
      expect(files).toEqual(await laptop.files())
      const texts = Object.values({ ...files, ...await phone.bin(), ...await laptop.bin() })
      expect(texts).toEqual(expect.arrayContaining(['laptop', 'phone']))
      expect(files['/gone.txt']).toBe('phone')
      expect(Object.entries(files).filter(([path]) => path.startsWith('/a')).map(([, text]) => text).sort()).toEqual([
        'laptop',
        'phone'
      ])
    }
  )

  it('refuses records that are old, changed, or signed or encrypted with another key', async () => {
    const [laptop, phone] = await pairedDevices()
    const [other] = await pairedDevices(['Other', 'Other 2'])
    await laptop.write('/a.txt', '1')
    await laptop.drive.publish()
    const old = (await laptop.drive.currentRecord())!
    await exchange(laptop, phone)
    await laptop.remove('/a.txt')
    await exchange(laptop, phone)

    expect(await phone.drive.receive(await phone.drive.openRecord(old))).toBe('known')
    expect(await phone.files()).toEqual({})

    const changed = Uint8Array.from(old)
    changed[20] ^= 1
    await expect(phone.drive.openRecord(changed)).rejects.toMatchObject({ name: 'UntrustedRecordError' })
    await other.drive.publish()
    await expect(phone.drive.openRecord((await other.drive.currentRecord())!)).rejects.toMatchObject({
      name: 'UntrustedRecordError'
    })
    await expect(phone.drive.openRecord(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      name: 'UntrustedRecordError'
    })
  })

  it('reads few folders for one change among thousands of files', async () => {
    const [laptop, phone] = await pairedDevices()
    for (let folder = 0; folder < 20; folder++) {
      for (let file = 0; file < 10; file++) {
        await laptop.write(`/many/${folder}/${file}.txt`, `${folder} ${file}`)
      }
    }
    await exchange(laptop, phone)
    await laptop.write('/many/3/4.txt', 'changed')

    const commands: string[] = []
    await phone.open((command, options) => {
      commands.push(command)
      return phone.calls(command, options)
    })
    await sendRecord(laptop, phone)
    expect(await phone.files('/many/3')).toMatchObject({ '/many/3/4.txt': 'changed' })
    expect(commands.filter((command) => command === 'ls').length).toBeLessThan(12)
    expect(commands.length).toBeLessThan(40)
  }, 60_000)

  it('keeps common states readable without their blocks, and removes listings of old ones', async () => {
    const [laptop, phone] = await pairedDevices()
    await laptop.write('/d/a.txt', '1')
    await laptop.write('/d/b.txt', '1')
    await exchange(laptop, phone)
    await laptop.write('/d/b.txt', '1.5')
    await exchange(laptop, phone)
    await phone.write('/d/a.txt', '2')
    await laptop.write('/d/b.txt', '2')
    const { sent, merged } = laptop.drive.state
    const collected = [...sent, merged!].map(({ root }) => `/ipfs/${root}`)
    await laptop.open((command, options) => {
      if (command === 'ls' && collected.includes(options!.args![0])) {
        throw new Error('block was not found locally')
      }

      return laptop.calls(command, options)
    })
    const rows = (await laptop.rows.list('')).length
    await laptop.drive.tidy()
    expect((await laptop.rows.list('')).length).toBeLessThan(rows)
    await exchange(laptop, phone)
    expect(await laptop.files()).toEqual({ '/d/a.txt': '2', '/d/b.txt': '2' })
    expect(await phone.files()).toEqual(await laptop.files())
  })
})

/** Writes once, just before a command of a merge runs. */
function writingBefore (device: TestDevice, command: string, write: () => Promise<void>): NodeCalls {
  let isDone = false
  let isMerging = false
  return async function* (called, options) {
    isMerging ||= called === 'dag/stat'

    if (called === command && isMerging && !isDone) {
      isDone = true
      await write()
    }

    yield* device.calls(called, options)
  } as NodeCalls
}
