/** Replaces package netmask in the worker with the part that libp2p uses: an IPv4 subnet such as `10.0.0.0/8`. */
export class Netmask {
  #base
  #shift

  constructor (net) {
    const [base, bits] = net.split('/')
    this.#base = numberOf(base)
    this.#shift = 32 - Number(bits)
  }

  /** @param {string} ip - an IPv4 address */
  contains (ip) {
    // A shift by 32 would not shift at all.
    return this.#shift === 32 || numberOf(ip) >>> this.#shift === this.#base >>> this.#shift
  }
}

function numberOf (ip) {
  return ip.split('.').reduce((number, part) => (number << 8 | Number(part)) >>> 0, 0)
}
