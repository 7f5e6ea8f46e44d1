import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

it.each<[string, Buffer, string]>([
  ['a.xml', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'), 'text/xml; charset=ISO-8859-1'],
  [
    'a.xml',
    latin1("<?xml version='1.0' encoding='windows-1251' standalone='yes'?><a/>"),
    'text/xml; charset=windows-1251'
  ],
  ['a.xsl', latin1('<?xml version="1.0" encoding="Shift_JIS"?><a/>'), 'text/xml; charset=Shift_JIS'],
  ['a.xml', latin1('<?xml version="1.0"?><a/>'), 'text/xml; charset=utf-8'],
  ['a.xml', latin1('<a>encoding="latin1"</a>'), 'text/xml; charset=utf-8'],
  ['a.xml', latin1('<?xml version="1.0" encoding="UTF-16"?><a/>'), 'text/xml; charset=utf-8'],
  ['a.xml', latin1('<?xml version="1.0" encoding="x\r\nSet-Cookie: a"?><a/>'), 'text/xml; charset=utf-8'],
  ['a.xml', utf16('\ufeff<?xml version="1.0" encoding="UTF-16"?><a/>'), 'text/xml; charset=utf-16le'],
  ['a.xml', utf16('<?xml version="1.0" encoding="UTF-16"?><a/>'), 'text/xml; charset=utf-16le'],
  ['a.xml', utf16('<?xml version="1.0" encoding="UTF-16"?><a/>').swap16(), 'text/xml; charset=utf-16be'],
  ['a', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'), 'text/xml; charset=ISO-8859-1'],
  ['a.txt', utf16('\ufeffthe text'), 'text/plain; charset=utf-16le'],
  ['a.csv', utf16('\ufeffa,b').swap16(), 'text/csv; charset=utf-16be'],
  ['a.js', utf16('\ufefflet a'), 'text/javascript; charset=utf-16le'],
  ['a.md', Buffer.from('\ufeff# é'), 'text/markdown; charset=utf-8'],
  ['a.txt', Buffer.from('é'), 'text/plain; charset=utf-8'],
  ['a.css', latin1('@charset "iso-8859-15"; a { content: "é" }'), 'text/css; charset=iso-8859-15'],
  ['a.css', latin1('@charset "utf-16"; a {}'), 'text/css; charset=utf-8'],
  ['a.css', latin1('a {} @charset "latin1";'), 'text/css; charset=utf-8'],
  ['a.vtt', utf16('\ufeffWEBVTT'), 'text/vtt; charset=utf-8'],
  ['a.html', latin1('<meta charset="iso-8859-1">'), 'text/html'],
  ['a.svg', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><svg/>'), 'image/svg+xml']
])('%s of %j is %s', async (name, bytes, type) => {
  const { cid } = await gateway.dag.raw(bytes)
  const root = await gateway.dag.directory({
    [name]: cid,
    large: (await gateway.dag.file([{ cid, size: bytes.length }, await gateway.dag.raw('more')])).cid
  })
  expect((await gateway.get(`/ipfs/${root}/${name}`)).headers.get('content-type')).toBe(type)
  // A file of several blocks.
  expect((await gateway.get(`/ipfs/${root}/large?filename=${name}`)).headers.get('content-type')).toBe(type)
})

it('the charset is not fetched for HEAD, nor for a range after the start', async () => {
  const gone = await gateway.dag.raw(utf16('\ufeffa'))
  const { cid } = await gateway.dag.file([gone, await gateway.dag.raw('bbbb')])
  await gateway.dag.store.delete(gone.cid)
  const response = await gateway.get(`/ipfs/${cid}?filename=a.txt`, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect((await gateway.get(`/ipfs/${cid}?filename=a.txt`, { headers: { Range: 'bytes=4-6' } })).status).toBe(206)
})

it('the charset is not searched in binary files', async () => {
  const { cid } = await gateway.dag.file([await gateway.dag.raw('aaaa'), await gateway.dag.raw('bbbb')])
  const many = vi.spyOn(gateway.dag.store, 'bytesMany')
  await gateway.get(`/ipfs/${cid}?filename=a.png`, { method: 'HEAD' })
  expect(many).not.toHaveBeenCalled()
})
