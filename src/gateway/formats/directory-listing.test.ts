import { importer } from 'ipfs-unixfs-importer'
import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

const page = async (root: CID, query = ''): Promise<string> =>
  await (await gateway.get(`/ipfs/${root}/${query}`)).text()
const namesOf = (html: string): string[] =>
  [...html.matchAll(/<bdi class="name" translate="no"><a [^>]*>([^<]*)</g)].map(([, name]) => name)
const kindsOf = (html: string): string[] =>
  [...html.matchAll(/<li><span class="(?:icon ?(\w*))"/g)].map(([, kind]) => kind)

/** Makes a sharded directory with this number of entries; the importer builds the shards. */
async function sharded (count: number): Promise<CID> {
  let root: CID | undefined
  for await (
    const { cid } of importer(
      Array.from({ length: count }, (_, i) => ({ path: `file ${i}`, content: new Uint8Array(i % 7) })),
      gateway.dag.store as never,
      { wrapWithDirectory: true, shardSplitThresholdBytes: 0 }
    )
  ) {
    root = cid
  }
  return root as CID
}

describe('the order of a listing', () => {
  it('is natural, or as requested', async () => {
    const names = ['file 10', 'file 9', 'File 1', 'b', 'a', 'ä']
    const root = await gateway.dag.pb(
      await Promise.all(
        names.map(async (name, i) => ({
          name,
          cid: (await gateway.dag.raw(name)).cid,
          tsize: [5, 900, 3, 2000, 1, 7][i]
        }))
      ),
      { type: 1 }
    )
    expect(namesOf(await page(root))).toEqual(['a', 'ä', 'b', 'File 1', 'file 9', 'file 10'])
    expect(namesOf(await page(root, '?sort=-name'))).toEqual(['file 10', 'file 9', 'File 1', 'b', 'ä', 'a'])
    expect(namesOf(await page(root, '?sort=size'))).toEqual(['a', 'File 1', 'file 10', 'ä', 'file 9', 'b'])
    expect(namesOf(await page(root, '?sort=-size'))).toEqual(['b', 'file 9', 'ä', 'file 10', 'File 1', 'a'])
    expect(namesOf(await page(root, '?sort=nonsense'))).toEqual(namesOf(await page(root)))
  })

  it('of a large sharded directory is the stored order, unless requested otherwise', async () => {
    const root = await sharded(2500)
    const all = Array.from({ length: 2500 }, (_, i) => `file ${i}`)
    const asItComes = namesOf(await page(root))
    expect([...asItComes].sort()).toEqual([...all].sort())
    expect(asItComes).not.toEqual(all)
    expect(namesOf(await page(root, '?sort=name'))).toEqual(all)
  })
})

describe('a name filter', () => {
  it('ignores case, keeps order and kind, and works without scripts', async () => {
    const names = ['Summer 2.jpg', 'summer 10.jpg', 'winter.jpg', 'summer.txt', 'E\u0301te\u0301.jpg', '<b>&"']
    const root = await gateway.dag.directory(
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await gateway.dag.raw(name)).cid])))
    )
    expect(namesOf(await page(root, '?name=SUMMER'))).toEqual(['Summer 2.jpg', 'summer 10.jpg', 'summer.txt'])
    expect(namesOf(await page(root, '?name=summer&kind=picture&sort=-name'))).toEqual(['summer 10.jpg', 'Summer 2.jpg'])
    expect(namesOf(await page(root, '?name=%C3%A9t%C3%A9'))).toHaveLength(1)
    expect(await page(root, '?name=nowhere')).toContain('No matches')
    const html = await page(root, `?name=${encodeURIComponent('<b>&"')}&sort=-name&kind=file`)
    expect(namesOf(html)).toHaveLength(1)
    expect(html).toContain(
      '<input type="hidden" name="sort" value="-name"><input type="hidden" name="kind" value="file">'
    )
    expect(html).toContain('value="&lt;b&gt;&amp;&quot;"')
    expect(html).toContain('href="?sort=name&amp;kind=file&amp;name=%3Cb%3E%26%22"')
  })

  it('may be sent to this origin; the policy allows the page nothing else', async () => {
    const response = await gateway.get(`/ipfs/${await sharded(2)}/`)
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'none'; style-src [^;]*; img-src data:; base-uri 'none'; form-action 'self'$/
    )
  })
})

describe('a very long listing', () => {
  it('begins before its first entry is read', async () => {
    const root = await sharded(6000)
    let go = (): void => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const { bytesMany } = gateway.dag.store
    vi.spyOn(gateway.dag.store, 'bytesMany').mockImplementation(async function* (...args) {
      await gate
      yield* bytesMany.apply(gateway.dag.store, args)
    })
    const response = await gateway.get(`/ipfs/${root}/?name=9`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    expect([response.status, first.includes('Index of'), namesOf(first)]).toEqual([200, true, []])
    go()
    let rest = ''
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      rest += new TextDecoder().decode(next.value)
    }
    expect(namesOf(rest)).toHaveLength(
      Array.from({ length: 6000 }, (_, i) => String(i)).filter((i) => i.includes('9')).length
    )
  })

  it('begins with its first entries, and is streamed', async () => {
    const root = await sharded(6000)
    const looks = [vi.spyOn(gateway.dag.store, 'bytesMany'), vi.spyOn(gateway.dag.store, 'bytes')]
    const count = (): number => looks.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    const response = await gateway.get(`/ipfs/${root}/`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let first = new TextDecoder().decode((await reader.read()).value)
    expect(first).toContain('Index of')
    // On a slow machine the head is a chunk of its own.
    if (namesOf(first).length === 0) {
      first += new TextDecoder().decode((await reader.read()).value)
    }
    expect(namesOf(first).length).toBeGreaterThan(10)
    const read = count()
    let rows = namesOf(first).length

    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      rows += new TextDecoder().decode(next.value).split('<li>').length - 1
    }

    expect(count()).toBeGreaterThan(read)
    expect(rows).toBeGreaterThanOrEqual(5999)
  })

  it('of a plain directory does not buffer a copy', async () => {
    const { cid } = await gateway.dag.raw('x')
    const root = await gateway.dag.pb(
      Array.from({ length: 30_000 }, (_, i) => ({ name: `file ${String(i).padStart(6, '0')}`, cid, tsize: 1 })),
      { type: 1 }
    )
    const response = await gateway.get(`/ipfs/${root}/`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(((await reader.read()).value as Uint8Array).length).toBeLessThan(200_000)
    await reader.cancel()
  })
})

describe('an entry', () => {
  it.each([['a b.txt', 'a+b.txt'], ['100%.txt', '100%25.txt'], ['é&=#.txt', '%C3%A9%26%3D%23.txt'], [
    '%41.txt',
    '%2541.txt'
  ]])('has its name %j escaped once in the link of its CID', async (name, escaped) => {
    const { cid } = await gateway.dag.raw('x')
    const root = await gateway.dag.directory({ [name]: cid })
    expect(await page(root)).toContain(`href="/ipfs/${cid}?filename=${escaped}"`)
    expect((await gateway.get(`/ipfs/${cid}?filename=${escaped}`)).headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(name).replaceAll('%26', '&').replaceAll('%3D', '=')}`
    )
  })

  it('has an icon of its kind, and a download link', async () => {
    const raw = (await gateway.dag.raw('x')).cid
    const node = (await gateway.dag.leaf(new Uint8Array([1]))).cid
    const folder = await gateway.dag.directory({ a: raw })
    const gone = await gateway.dag.directory({ b: raw })
    await gateway.dag.store.delete(gone)
    const root = await gateway.dag.directory({
      '1 dir': folder,
      '2.png': raw,
      '3.mp4': node,
      '4.mp3': raw,
      '5.txt': raw,
      '6.zip': raw,
      '7 raw': raw,
      '8 node': node,
      '9 gone': gone
    })
    const html = await page(root)
    expect(kindsOf(html)).toEqual(['folder', 'picture', 'film', 'sound', 'text', 'file', 'file', 'file', ''])
    expect(html).toContain('<span class="icon folder" role="img" aria-label="Folder"></span>')
    expect(html).toContain(`href="./1%20dir?format=tar&amp;filename=1+dir.tar"`)
    expect(html).toContain(`href="./2.png?download=true&amp;filename=2.png"`)
    expect((await gateway.get(`/ipfs/${root}/2.png?download=true&filename=2.png`)).headers.get('content-disposition'))
      .toMatch(/^attachment; filename="2.png"/)
    expect(
      (await gateway.get(`/ipfs/${root}/1%20dir?format=tar&filename=1+dir.tar`)).headers.get('content-disposition')
    ).toMatch(/^attachment; filename="1%20dir.tar"/)
    expect(html).toContain('<a href="?format=tar">TAR</a> · <a href="?format=car">CAR</a>')
    expect(html).not.toContain('View')
    // The whole CID can be copied.
    expect(html).toContain(`>${folder}</a>`)

    expect(namesOf(await page(root, '?kind=folder'))).toEqual(['1 dir'])
    expect(namesOf(await page(root, '?kind=file&sort=-name'))).toEqual(['8 node', '7 raw', '6.zip'])
    expect(await page(await gateway.dag.directory({ a: raw }), '?kind=sound')).toContain(
      'No items of this type.'
    )
    const tools = await page(root, '?kind=film&sort=name')
    expect(tools).toContain('<a href="?sort=-name&amp;kind=film" aria-current="true">name ↑</a>')
    expect(tools).toContain('<a href="?sort=name&amp;kind=film" aria-current="true">Videos</a>')
    expect(tools).toContain('<a href="?sort=name">All</a>')
  })

  it('of a file links to the explorer of this origin, and to the file itself', async () => {
    const raw = (await gateway.dag.raw('x')).cid
    const root = await gateway.dag.directory({
      'a & b': await gateway.dag.directory({ 'c#?%.png': raw, folder: await gateway.dag.directory({}) })
    })
    const explorer = '/#/explore'
    const html = await (await gateway.get(`/ipfs/${root}/a%20&%20b/`, { explorer })).text()
    expect([...html.matchAll(/<a href="([^"]*)">View</g)].map(([, href]) => href)).toEqual([
      `${explorer}/ipfs/${root}/a%20&amp;%20b/c%23%3F%25.png`
    ])
    expect(html).toContain(`<a href="/ipfs/${root}/a%20&amp;%20b/c%23%3F%25.png">c#?%.png</a>`)

    // Requests for the file get only its bytes.
    const [there, elsewhere] = [
      await gateway.get(`/ipfs/${root}/a%20&%20b/c%23%3F%25.png`, { explorer }),
      await gateway.get(`/ipfs/${root}/a%20&%20b/c%23%3F%25.png`)
    ]
    expect([...there.headers]).toEqual([...elsewhere.headers])
    expect(await there.text()).toBe('x')
  })

  it('shows hidden characters of its name, without bidi effects', async () => {
    const raw = (await gateway.dag.raw('x')).cid
    const root = await gateway.dag.directory({
      'photo\u202egnp.exe': raw,
      'a\u2066\nb\u200b': raw,
      'שלום': raw,
      '👩‍👧': raw
    })
    const html = await page(root)
    expect(namesOf(html).sort()).toEqual(['a[U+2066][U+000A]b[U+200B]', 'photo[U+202E]gnp.exe', 'שלום', '👩‍👧'].sort())
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const below = await gateway.dag.directory({ 'x\u202ey': root })
    expect(await page(below, 'x%E2%80%AEy/')).not.toMatch(/[\u202a-\u202e]/)
  })

  it('is classified together with other local entries', async () => {
    const nodes = await Promise.all(
      Array.from({ length: 300 }, async (_, i) =>
        i % 3 === 0
          ? await gateway.dag.directory({ [`${i}`]: (await gateway.dag.raw('x')).cid })
          : (await gateway.dag.leaf(new TextEncoder().encode(`${i}`))).cid)
    )
    const root = await gateway.dag.directory(Object.fromEntries(nodes.map((cid, i) => [`${i}`, cid])))
    const together = vi.spyOn(gateway.dag.store, 'bytesMany')
    expect(kindsOf(await page(root))).toEqual(nodes.map((_, i) => i % 3 === 0 ? 'folder' : 'file'))
    expect(together.mock.calls.flatMap(([cids]) => [...cids as CID[]])).toHaveLength(300)
    expect(together.mock.calls.length).toBeLessThan(5)
  })

  it('before an unreadable part is shown', async () => {
    const root = await sharded(6000)
    const { bytesMany } = gateway.dag.store
    let reads = 0
    vi.spyOn(gateway.dag.store, 'bytesMany').mockImplementation(async function* (...args) {
      for await (const block of bytesMany.apply(gateway.dag.store, args)) {
        if (reads++ > 200) {
          throw new Error('the disk fails')
        }
        yield block
      }
    })
    const reader = ((await gateway.get(`/ipfs/${root}/`)).body as ReadableStream<Uint8Array>).getReader()
    let html = ''
    await expect((async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        html += new TextDecoder().decode(next.value)
      }
    })()).rejects.toThrow()
    expect(namesOf(html).length).toBeGreaterThan(1000)
  })

  it('is listed without fetching blocks of an endless directory', async () => {
    const online = await gatewayFixture({}, true)
    const missing = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, i) => await online.dag.directory({ [`${i}`]: (await online.dag.raw('x')).cid })
      )
    )
    const root = await online.dag.directory(Object.fromEntries(missing.map((cid, i) => [`dir ${i}`, cid])))
    for (const cid of missing) {
      await online.dag.store.delete(cid)
    }
    expect(kindsOf(await (await online.get(`/ipfs/${root}/`)).text())).toEqual(missing.map(() => ''))
    await online.stop()
  })
})
