import type { BucketRate } from './token-buckets.ts'

/** Limits of a client; undefined for no limit. */
export interface LimitSettings {
  /** of each IP address, IPv6 by its first 64 bits */
  address: BucketRate | undefined
  /** of each secret or entry of `API.Authorizations` */
  token: BucketRate | undefined
}

const DEFAULTS: LimitSettings = { address: { rate: 50, burst: 1000 }, token: { rate: 200, burst: 4000 } }

const OFF = 'off'

/**
 * Parses the limits of a deployment: `off`, or JSON such as `{"address": {"rate": 50, "burst": 1000}, "token": "off"}`.
 * What is left out has its default.
 *
 * @throws an Error for the deployer
 */
export function parseLimits (text: string = ''): LimitSettings {
  if (text.trim() === '') {
    return DEFAULTS
  }

  if (text.trim() === OFF) {
    return { address: undefined, token: undefined }
  }

  const values = parseObject(text)
  const unknown = Object.keys(values).find((name) => !(name in DEFAULTS))

  if (unknown != null) {
    throw invalid(`it has no field ${unknown}`)
  }

  return { address: rateOf(values, 'address'), token: rateOf(values, 'token') }
}

function parseObject (text: string): Record<string, unknown> {
  let values: unknown

  try {
    values = JSON.parse(text)
  } catch {
    throw invalid(`it is neither ${OFF} nor JSON`)
  }

  if (typeof values !== 'object' || values == null || Array.isArray(values)) {
    throw invalid('it is no object')
  }

  return values as Record<string, unknown>
}

function rateOf (values: Record<string, unknown>, name: keyof LimitSettings): BucketRate | undefined {
  const value = values[name]

  if (value === OFF) {
    return undefined
  }

  if (value != null && typeof value !== 'object') {
    throw invalid(`${name} is neither ${OFF} nor an object`)
  }

  const rate = { ...DEFAULTS[name]!, ...value }

  if (!isPositive(rate.rate) || !isPositive(rate.burst) || rate.burst < 1) {
    throw invalid(`${name} needs a positive rate, and a burst of 1 or more`)
  }

  return { rate: rate.rate, burst: rate.burst }
}

function isPositive (value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function invalid (reason: string): Error {
  return new Error(`the LIMITS of this deployment are invalid: ${reason}`)
}
