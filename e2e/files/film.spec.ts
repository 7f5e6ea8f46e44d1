import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import type { Meddle } from '../../src/testing/http/http-fixtures.ts'
import { expect, test } from '../fixtures/site/elsewhere.ts'

/**
 * One minute each of a test pattern (testsrc and sine of ffmpeg; H.264 with AAC, VP8 with Vorbis), in about fifty
 * blocks.
 */
const FILMS = [
  { name: 'MP4 with its index at the end', file: 'moov-at-end.mp4' },
  { name: 'WebM', file: 'cues-at-end.webm' }
] as const
const BLOCK_BYTES = 8192

/**
 * Rate that keeps a source from counting as silent, which happens after ten seconds without data, even on a busy
 * machine.
 */
const DRIP_BYTES = 4096
const DRIP_MS = 1000

/** Delays answers. Answers for held blocks do not finish until they are released. */
function slow (): { meddle: Meddle; hold: (cids: string[]) => void; letGo: () => void } {
  let held = new Set<string>()

  return {
    hold: (cids) => {
      held = new Set(cids)
    },
    letGo: () => {
      held.clear()
    },

    async meddle (cid, response) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (!held.has(String(cid))) {
        return false
      }
      const drip = (): void => {
        response.write(new Uint8Array(DRIP_BYTES))
      }
      const timer = setInterval(drip, DRIP_MS)
      response.on('close', () => {
        clearInterval(timer)
      })
      drip()
      return true
    }
  }
}

/** Shows a film in a page of the app. */
async function showFilm (page: Page, path: string): Promise<void> {
  await page.evaluate(async (path) => {
    const film = document.createElement('video')
    film.muted = true
    film.preload = 'auto'
    film.src = path
    document.body.append(film)
    await new Promise((resolve, reject) => {
      film.onloadedmetadata = resolve
      film.onerror = () => {
        reject(new Error(film.error?.message))
      }
    })
  }, path)
}

async function timeOf (page: Page): Promise<number> {
  return await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
}

for (const { name, file } of FILMS) {
  test(`plays and seeks a film, and requests only played parts: ${name}`, async ({ app, elsewhere }) => {
    const bytes = await readFile(fileURLToPath(new URL(`../fixtures/films/${file}`, import.meta.url)))
    const cid = await elsewhere.add(new Uint8Array(bytes), BLOCK_BYTES)
    const blocks = await elsewhere.blocksOf(cid)
    const { meddle, hold, letGo } = slow()
    const { gateway, router } = await elsewhere.serve(meddle)
    /** Requested blocks of the film, by their index. The root has no index. */
    const asked = (): number[] =>
      gateway.asked.map((path) => blocks.indexOf(/\/ipfs\/([^?]+)/.exec(path)?.[1] ?? '') - 1).filter((place) =>
        place >= 0
      )
    const leaves = blocks.length - 1
    // Holds the middle back: a player that has buffered all of a short film does not seek.
    const [from, to] = [Math.floor(leaves * 0.25), Math.floor(leaves * 0.7)]
    hold(blocks.slice(1 + from, 1 + to))

    await showFilm(app, `/ipfs/${cid}?filename=${file}`)
    await app.evaluate(async () => {
      await document.querySelector('video')!.play()
    })
    await expect.poll(async () => await timeOf(app)).toBeGreaterThan(0.5)
    // The start and, for an index at the end, the end.
    expect(asked()[0]).toBe(0)
    if (file.endsWith('mp4')) {
      expect(asked().some((place) => place >= leaves - 5)).toBe(true)
    }

    // It plays up to the missing part, and reads ahead no more than it has read so far.
    await expect.poll(() => gateway.open).toBeGreaterThan(0)
    const inTheMiddle = (): number[] => asked().filter((place) => place >= from && place < to)
    // Read-ahead is at most the blocks already read, including the root, plus two. The player sends several requests,
    // which may overlap.
    const ahead = from + 1 + 2
    expect(ahead).toBeLessThan(to - from)
    expect(new Set(inTheMiddle()).size).toBeLessThanOrEqual(ahead)

    await app.evaluate(() => {
      document.querySelector('video')!.currentTime = 50
    })
    await expect.poll(async () =>
      await app.evaluate(() => {
        const film = document.querySelector('video')!
        return !film.seeking && film.currentTime > 50.5
      })
    ).toBe(true)
    // Requests for the previous position are aborted, and not repeated.
    await expect.poll(() => gateway.open).toBe(0)
    expect(gateway.left).toBeGreaterThan(0)
    const { length } = inTheMiddle()
    expect(new Set(inTheMiddle()).size).toBeLessThanOrEqual(ahead)
    await app.waitForTimeout(1000)
    expect(inTheMiddle()).toHaveLength(length)
    expect(asked().filter((place) => place >= to).length).toBeGreaterThan(0)
    expect(router.asked).toHaveLength(1)

    // Seeks back to an unread part.
    letGo()
    await app.evaluate(() => {
      document.querySelector('video')!.currentTime = 25
    })
    await expect.poll(async () =>
      await app.evaluate(() => {
        const film = document.querySelector('video')!
        return !film.seeking && film.currentTime > 25.5 && film.currentTime < 50
      })
    ).toBe(true)
  })
}

test('closing the tab of a film cancels its requests', async ({ app, context, site, elsewhere }) => {
  const bytes = await readFile(fileURLToPath(new URL('../fixtures/films/cues-at-end.webm', import.meta.url)))
  const cid = await elsewhere.add(new Uint8Array(bytes), BLOCK_BYTES)
  const blocks = await elsewhere.blocksOf(cid)
  const { meddle, hold } = slow()
  const { gateway } = await elsewhere.serve(meddle)
  hold(blocks.slice(20))
  const tab = await context.newPage()
  await tab.goto(`${site.origin}/manifest.webmanifest`)
  await showFilm(tab, `/ipfs/${cid}?filename=film.webm`)
  await expect.poll(() => gateway.open).toBeGreaterThan(0)
  await tab.close()
  // Requests that were running when the tab closed may still finish, but no others follow.
  await expect.poll(async () => {
    const { length } = gateway.asked
    await app.waitForTimeout(1000)
    return gateway.open + gateway.asked.length - length
  }).toBe(0)
  expect(gateway.asked.length).toBeLessThan(blocks.length)
})
