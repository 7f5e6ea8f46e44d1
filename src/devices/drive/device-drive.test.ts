import { describe, expect, it } from 'vitest'
import { exchange, pairedDevices, sendRecord } from '../../testing/devices/test-device.ts'

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
})
