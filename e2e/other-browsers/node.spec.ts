import { call, json, openApp, readTarget, shownText } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const MIB = 1024 * 1024

interface Added {
  Hash: string
}

inEachBrowser((kind) => {
  test('a first visit installs the worker, and the page reports the ready node', async ({ visitor, site }) => {
    test.info().annotations.push({ type: 'version', description: `${kind.name} ${visitor.version}` })
    await openApp(visitor, site)
    expect(JSON.parse((await call(visitor, 'version')).text)).toMatchObject({ Version: '0.40.0' })
    await expect.poll(async () => await visitor.evaluate(() => document.querySelector('header')!.innerText)).toMatch(
      /Status:\s*(?:Online|Offline)/
    )
  })

  test(
    'reads a file of 20 MiB back unchanged, as a whole and in part, also after a reload',
    async ({ visitor, site }) => {
      await openApp(visitor, site)
      const { Hash, sha256 } = await json<Added>(visitor, 'add', { randomBytes: 20 * MIB })
      const whole = { status: 200, bytes: 20 * MIB, sha256, broken: false }

      expect(await readTarget(visitor, `/api/v0/cat?arg=${Hash}`, { method: 'POST' })).toMatchObject(whole)
      expect(await readTarget(visitor, `/ipfs/${Hash}`)).toMatchObject(whole)

      const part = await readTarget(visitor, `/ipfs/${Hash}`, { headers: { Range: 'bytes=300000-5299999' } })
      expect(part).toMatchObject({ status: 206, bytes: 5_000_000 })
      expect(part.headers['content-range']).toBe(`bytes 300000-5299999/${20 * MIB}`)
      expect(
        (await readTarget(visitor, `/api/v0/cat?arg=${Hash}&offset=300000&length=5000000`, { method: 'POST' })).sha256
      )
        .toBe(part.sha256)

      expect((await json<{ Keys: object }>(visitor, 'pin/ls?type=recursive')).Keys).toHaveProperty(Hash)
      await openApp(visitor, site)
      expect((await json<{ Keys: object }>(visitor, 'pin/ls?type=recursive')).Keys).toHaveProperty(Hash)
      expect(await readTarget(visitor, `/ipfs/${Hash}`)).toMatchObject(whole)
      expect((await call(visitor, 'repo/verify')).text).toContain('verify complete, all blocks validated.')
    }
  )

  test(
    'returns a file of raw leaves, which is answered as a Blob, byte for byte: whole, in part, and while it is read',
    async ({ visitor, site }) => {
      await openApp(visitor, site)
      const { Hash, sha256 } = await json<Added>(visitor, 'add?cid-version=1', { randomBytes: 20 * MIB })
      const whole = { status: 200, bytes: 20 * MIB, sha256, broken: false }

      expect(await readTarget(visitor, `/api/v0/cat?arg=${Hash}`, { method: 'POST' })).toMatchObject(whole)
      expect(await readTarget(visitor, `/ipfs/${Hash}?filename=a.bin`)).toMatchObject({
        ...whole,
        headers: { 'content-type': 'application/octet-stream' }
      })

      const part = await readTarget(visitor, `/ipfs/${Hash}`, { headers: { Range: 'bytes=300000-5299999' } })
      expect(part).toMatchObject({ status: 206, bytes: 5_000_000 })
      expect(
        (await readTarget(visitor, `/api/v0/cat?arg=${Hash}&offset=300000&length=5000000`, { method: 'POST' })).sha256
      )
        .toBe(part.sha256)

      // The blocks are removed while the answer is read.
      const read = await visitor.evaluate(async (cid) => {
        const reader = (await fetch(`/ipfs/${cid}`, { cache: 'no-store' })).body!.getReader()
        let bytes = (await reader.read()).value!.byteLength
        await (await fetch(`/api/v0/pin/rm?arg=${cid}`, { method: 'POST' })).text()
        await (await fetch('/api/v0/repo/gc', { method: 'POST' })).text()
        for (let step = await reader.read(); !step.done; step = await reader.read()) {
          bytes += step.value.byteLength
        }
        return bytes
      }, Hash)
      expect(read).toBe(20 * MIB)
      expect((await call(visitor, `cat?arg=${Hash}&offline=true`)).status).toBe(500)
    }
  )

  test(
    'stores a file with several levels of nodes before the add is answered',
    async ({ visitor, site }) => {
      await openApp(visitor, site)
      const { Hash, sha256 } = await json<Added>(visitor, 'add', { randomBytes: 64 * MIB })
      expect(await readTarget(visitor, `/ipfs/${Hash}`)).toMatchObject({ status: 200, bytes: 64 * MIB, sha256 })
    }
  )

  test('exports a CAR, and imports it after its blocks were removed', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const { Hash, sha256 } = await json<Added>(visitor, 'add', { randomBytes: 9 * MIB })

    await visitor.evaluate(async (root) => {
      const response = await fetch(`/api/v0/dag/export?arg=${root}`, { method: 'POST' })
      Object.assign(window, { car: await response.blob() })
    }, Hash)

    await call(visitor, `pin/rm?arg=${Hash}`)
    expect((await call(visitor, 'repo/gc')).status).toBe(200)
    expect((await call(visitor, `cat?arg=${Hash}&offline=true`)).status).toBe(500)

    const imported = await visitor.evaluate(async () => {
      const body = new FormData()
      body.append('file', (window as unknown as { car: Blob }).car, 'x.car')
      const response = await fetch('/api/v0/dag/import?stats=true', { method: 'POST', body })
      return await response.text()
    })

    expect(imported).toContain(Hash)
    expect(await readTarget(visitor, `/ipfs/${Hash}`)).toMatchObject({ bytes: 9 * MIB, sha256, broken: false })
    expect((await readTarget(visitor, `/ipfs/${Hash}?format=car`, {})).bytes).toBeGreaterThan(9 * MIB)
  })

  test('a body with a missing block breaks', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const { Hash } = await json<Added>(visitor, 'add?pin=false', { randomBytes: 2 * MIB })
    const leaves = (await call(visitor, `refs?arg=${Hash}`)).text.trim().split('\n').map((line) =>
      (JSON.parse(line) as { Ref: string }).Ref
    )
    expect((await call(visitor, `block/rm?arg=${leaves[5]}`)).status).toBe(200)

    expect(await readTarget(visitor, `/ipfs/${Hash}`)).toMatchObject({ status: 200, broken: true })
    expect(await readTarget(visitor, `/api/v0/cat?arg=${Hash}`, { method: 'POST' })).toMatchObject({
      status: 200,
      broken: true
    })
  })

  test('opens the page and shows content without the server', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const { Hash } = await json<Added>(visitor, 'add?cid-version=1', { text: 'kept for later', name: 'note.txt' })
    await site.stop()

    await visitor.goto(`${site.origin}/`)
    expect(await visitor.evaluate(() => document.title)).toMatch(/swipfs/i)
    // If it is not ready, the failure shows the page text.
    await expect.poll(async () =>
      await visitor.evaluate(() =>
        `${document.querySelector('header')?.innerText} ${document.querySelector('main')?.innerText.slice(0, 1000)}`
      )
    ).toMatch(/Status:\s*(?:Online|Offline)/)
    await visitor.goto(`${site.origin}/ipfs/${Hash}`)
    expect(await shownText(visitor)).toBe('kept for later')
  })

  if (kind.keepsData) {
    test('an add interrupted by a killed browser stores nothing', async ({ launch, site }) => {
      const before = await launch()
      await openApp(before, site)
      const kept = await json<Added>(before, 'add?cid-version=1', { randomBytes: 3 * MIB })
      const stat = await json<{ NumObjects: number }>(before, 'repo/stat')

      await before.evaluate(async () => {
        const body = new FormData()
        body.append(
          'file',
          new Blob(Array.from({ length: 1600 }, () => crypto.getRandomValues(new Uint8Array(65536)))),
          'big'
        )
        const response = await fetch('/api/v0/add?progress=true', { method: 'POST', body })
        const reader = response.body!.getReader()
        const decoder = new TextDecoder()
        // Blocks have been written for a while; the rest is on its way.
        for (let text = ''; !/"Bytes":[3-9]\d{7}/.test(text);) {
          text += decoder.decode((await reader.read()).value)
        }
      })
      await before.kill()

      const after = await launch()
      await openApp(after, site)
      expect((await json<{ NumObjects: number }>(after, 'repo/stat')).NumObjects).toBe(stat.NumObjects)
      expect(await readTarget(after, `/ipfs/${kept.Hash}`)).toMatchObject({ bytes: 3 * MIB, sha256: kept.sha256 })
    })

    for (const end of ['close', 'kill'] as const) {
      test(`after a ${end} of the browser, pinned content is there, without a server too`, async ({ launch, site }) => {
        const before = await launch()
        await openApp(before, site)
        const { Hash, sha256 } = await json<Added>(before, 'add?cid-version=1', { randomBytes: 12 * MIB })
        const small = await json<Added>(before, 'add?cid-version=1', { text: 'small' })
        // The answer to an add is sent after all data is on disk. The worker's registration is stored by the browser,
        // which needs time.
        if (end === 'kill') {
          await before.evaluate(async () => {
            await new Promise((resolve) => setTimeout(resolve, 2000))
          })
        }
        await before[end]()
        await site.stop()

        const after = await launch()
        await after.goto(`${site.origin}/ipfs/${small.Hash}`)
        expect(await shownText(after)).toBe('small')
        await openApp(after, site)
        expect((await json<{ Keys: object }>(after, 'pin/ls?type=recursive')).Keys).toHaveProperty(Hash)
        expect(await readTarget(after, `/ipfs/${Hash}`)).toMatchObject({ status: 200, bytes: 12 * MIB, sha256 })
        expect((await call(after, 'repo/verify')).text).toContain('verify complete, all blocks validated.')
      })
    }
  }
})
