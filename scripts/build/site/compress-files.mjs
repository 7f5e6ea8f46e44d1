import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Names of files that compression makes smaller. Source maps are left out: only developers load them. */
const COMPRESSIBLE = /\.(?:css|html|ico|js|json|svg|txt|webmanifest)$/

/** Minimum size. A smaller file fits into one packet with its headers anyway. */
const MIN_BYTES = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes compressed copies of the files of a folder, `FILE.br` and `FILE.gz`, for hosts that serve these but do not
 * compress by themselves. Copies that are not smaller are left out.
 *
 * @param {string} dir
 */
export async function compressFiles (dir) {
  const files = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))

  await Promise.all(files.map(async (file) => {
    const content = await readFile(file)
    if (content.length < MIN_BYTES) {
      return
    }

    const copies = {
      br: await brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length
        }
      }),
      gz: await zip(content, { level: constants.Z_BEST_COMPRESSION })
    }
    for (const [extension, copy] of Object.entries(copies)) {
      if (copy.length < content.length) {
        await writeFile(`${file}.${extension}`, copy)
      }
    }
  }))
}
