/** The irreducible polynomial of degree 53 of Kubo's fingerprint (boxo `chunker/rabin.go`, `IpfsRabinPoly`). */
const POLYNOMIAL = 17437180132763653n
const DEGREE = 53n

/** The length of the fingerprint's window in bytes (whyrusleeping/chunker, `windowSize`). */
export const RABIN_WINDOW_BYTES = 16

/** The lookup tables. Each 64-bit entry is split into two 32-bit halves, so that the inner loop needs no BigInt. */
export interface RabinTables {
  /** the fingerprint of the byte that leaves the window */
  outHigh: Int32Array
  outLow: Int32Array
  /** clears the eight bits above the degree and adds their remainder */
  modHigh: Int32Array
  modLow: Int32Array
}

let tables: RabinTables | undefined

/** Returns the tables of Kubo's polynomial; computes them on first use. */
export function rabinTables (): RabinTables {
  tables ??= computeTables()
  return tables
}

function computeTables (): RabinTables {
  const computed = {
    outHigh: new Int32Array(256),
    outLow: new Int32Array(256),
    modHigh: new Int32Array(256),
    modLow: new Int32Array(256)
  }

  for (let byte = 0; byte < 256; byte++) {
    const out = polynomialRemainder(BigInt(byte) << BigInt(8 * (RABIN_WINDOW_BYTES - 1)))
    const above = BigInt(byte) << DEGREE
    const mod = polynomialRemainder(above) | above

    computed.outHigh[byte] = Number(BigInt.asIntN(32, out >> 32n))
    computed.outLow[byte] = Number(BigInt.asIntN(32, out))
    computed.modHigh[byte] = Number(BigInt.asIntN(32, mod >> 32n))
    computed.modLow[byte] = Number(BigInt.asIntN(32, mod))
  }

  return computed
}

/** Returns the remainder of a polynomial over GF(2). */
function polynomialRemainder (polynomial: bigint): bigint {
  for (let shift = BigInt(polynomial.toString(2).length) - 1n - DEGREE; shift >= 0n; shift--) {
    if ((polynomial >> (shift + DEGREE) & 1n) === 1n) {
      polynomial ^= POLYNOMIAL << shift
    }
  }

  return polynomial
}
