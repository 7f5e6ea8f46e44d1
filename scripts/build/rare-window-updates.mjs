import { cutCode, visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/yamux\/dist\/src\/stream\.js$/

/** Behind the flags, which are said at once: nothing more while more than half of the window is left. */
const LATER = ' if (flags === 0 && this.recvWindowCapacity * 2 > this.recvWindow) return;'

/** With the flag that takes up a stream of a peer (`ACK`) it gets four times as much as all streams have at first: 1 MiB, which a block and what is around it fit into. */
const MORE_AT_FIRST = ' if (flags === 2) this.recvWindow = Math.min(this.recvWindow * 4, this.maxStreamWindowSize);'

/**
 * Tells a peer that it may send more of a stream when half of what it may send has come, as yamux of Go does (go-yamux `util.go`, `GrowTo`): @libp2p/yamux tells it with each
 * frame that comes, and each such word is encrypted and sent by itself. That was a sixth of the work of a worker that fetches. A peer that opens a stream, as Go does for
 * each message of bitswap, is let send more of it from the beginning: a block of 256 KiB would wait with its last bytes for a word from here.
 *
 * @returns {import('vite').Plugin}
 */
export function rareWindowUpdates () {
  return {
    name: 'rare-window-updates',
    enforce: 'post',

    transform (code, id) {
      if (!STREAM.test(id)) {
        return
      }

      const statements = []
      visit(this.parse(code), ({ type, start, end }) => { if (type === 'VariableDeclaration') statements.push({ start, end, text: code.slice(start, end) }) })
      const now = statements.filter(({ text }) => text === 'const now = Date.now();')
      const flags = statements.findLast(({ text, end }) => text === 'const flags = this.getSendFlags();' && end < now.at(0)?.start)

      if (flags == null || now.length !== 1) {
        throw new Error('@libp2p/yamux tells of its windows in another way now')
      }

      // in the place of the comments between them
      const places = [{ start: flags.end, end: now[0].start, by: MORE_AT_FIRST + LATER }]

      return { code: cutCode(code, places), map: null }
    }
  }
}
