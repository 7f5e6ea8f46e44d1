import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A file of the measured site. */
export interface SiteFile {
  path: string
  content: Buffer
}

const MODULES = 120
const PICTURES = 120
const MODULE_BYTES = 8 * 1024
const PICTURE_BYTES = 26 * 1024

/**
 * Makes a site of 120 modules and 120 pictures, 4 MB in all. Its bytes are new each time, so that no cache has them.
 *
 * @returns the files, with paths below the root
 */
export function siteFiles (): SiteFile[] {
  const names = (count: number, name: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => name(i))
  const modules = names(MODULES, (i) => `js/part-${i}.js`)
  const pictures = names(PICTURES, (i) => `img/picture-${i}.png`)
  const main = modules.map((path) => `import './${path.slice('js/'.length)}'`).join('\n')
  const html = '<!doctype html><meta charset="utf-8"><title>site</title>\n' +
    '<script>addEventListener("load", () => { window.loadedAt = Date.now() })</script>\n' +
    `<script type="module" src="js/main.js"></script>\n${
      pictures.map((path) => `<img src="${path}" width="4" height="4" alt="">`).join('\n')
    }\n<p>${randomBytes(16).toString('hex')}`

  return [
    { path: 'index.html', content: Buffer.from(html) },
    { path: 'js/main.js', content: Buffer.from(main) },
    ...modules.map((path) => ({
      path,
      content: Buffer.from(`globalThis.parts ??= []\n/* ${hexText(MODULE_BYTES)} */\n`)
    })),
    ...pictures.map((path) => ({ path, content: picture(PICTURE_BYTES) }))
  ]
}

function hexText (bytes: number): string {
  return randomBytes(bytes / 2).toString('hex')
}

/** Makes a valid PNG of one pixel with random bytes in a private chunk. */
function picture (bytes: number): Buffer {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('raNd', randomBytes(bytes)),
    chunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3, 255]))),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk (type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
