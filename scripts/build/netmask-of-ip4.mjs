/** A net of IPv4, as `10.0.0.0/8`: all that libp2p has of package netmask, of which the worker gets no more. */
export class Netmask {
  #base
  #shift

  constructor (net) {
    const [base, bits] = net.split('/')
    this.#base = numberOf(base)
    this.#shift = 32 - Number(bits)
  }

  /** @param {string} ip - of IPv4 */
  contains (ip) {
    // a shift by 32 is none
    return this.#shift === 32 || numberOf(ip) >>> this.#shift === this.#base >>> this.#shift
  }
}

function numberOf (ip) {
  return ip.split('.').reduce((number, part) => (number << 8 | Number(part)) >>> 0, 0)
}
