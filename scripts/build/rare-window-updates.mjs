import { cutCode, visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/yamux\/dist\/src\/stream\.js$/

/** Sends flags at once, but no window update while more than half of the window is left. */
const LATER = ' if (flags === 0 && this.recvWindowCapacity * 2 > this.recvWindow) return;'

/**
 * Grants four times the initial window (1 MiB, which fits a block with its envelope) with the flag that accepts a
 * peer's stream (`ACK`).
 */
const MORE_AT_FIRST = ' if (flags === 2) this.recvWindow = Math.min(this.recvWindow * 4, this.maxStreamWindowSize);'

/**
 * Sends a yamux window update only after half of the window was received, like yamux of Go (go-yamux `util.go`,
 * `GrowTo`). @libp2p/yamux sends one with each received frame, and each is encrypted and sent on its own. That was a
 * sixth of the CPU time of a fetching worker.
 *
 * A stream that a peer opens (Go opens one for each bitswap message) gets a larger window from the beginning. Otherwise
 * the last bytes of a 256 KiB block would wait for a window update.
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
      visit(this.parse(code), ({ type, start, end }) => {
        if (type === 'VariableDeclaration') {
          statements.push({ start, end, text: code.slice(start, end) })
        }
      })
      const now = statements.filter(({ text }) => text === 'const now = Date.now();')
      const flags = statements.findLast(({ text, end }) =>
        text === 'const flags = this.getSendFlags();' && end < now.at(0)?.start
      )

      if (flags == null || now.length !== 1) {
        throw new Error('@libp2p/yamux tells of its windows in another way now')
      }

      // Replaces the comments between them.
      const places = [{ start: flags.end, end: now[0].start, by: MORE_AT_FIRST + LATER }]

      return { code: cutCode(code, places), map: null }
    }
  }
}
