import { goQuote } from '../../go/text/quote.ts'

/** The keys that a node announces. Without `all`, at least one of `pinned`, `roots` and `mfs` is set. */
export interface ProvideStrategy {
  /** every stored block */
  all: boolean
  /** blocks below recursive pins, and direct pins */
  pinned: boolean
  /** pinned roots */
  roots: boolean
  /** blocks of MFS */
  mfs: boolean
  /** roots of files, directories and shards, without chunks of files */
  entities: boolean
}

const BASES = ['all', 'flat', 'pinned', 'roots', 'mfs']
const MODIFIERS = ['unique', 'entities']

/**
 * Parses `Provide.Strategy` (Kubo 0.43 `config/provide.go`, `ParseProvideStrategy`). `unique` has no effect, because
 * shared blocks are always announced once.
 *
 * @throws an Error with Kubo's message
 */
export function parseProvideStrategy (text: string): ProvideStrategy {
  const tokens = text === '' ? ['all'] : text.split('+')

  if (tokens.includes('')) {
    throw new Error(`invalid provide strategy: empty token in ${goQuote(text)}`)
  }

  const unknown = tokens.find((token) => ![...BASES, ...MODIFIERS].includes(token))

  if (unknown != null) {
    throw new Error(`unknown provide strategy token: ${goQuote(unknown)} in ${goQuote(text)}`)
  }

  const has = (...names: string[]): boolean => tokens.some((token) => names.includes(token))
  const all = has('all', 'flat')

  if (all && has('pinned', 'roots', 'mfs', ...MODIFIERS)) {
    throw new Error(`"all" strategy cannot be combined with other strategies in ${goQuote(text)}`)
  }

  if (has(...MODIFIERS) && !has('pinned', 'mfs')) {
    throw new Error(`+unique/+entities must combine with pinned and/or mfs in ${goQuote(text)}`)
  }

  if (has(...MODIFIERS) && has('roots')) {
    throw new Error(`+unique/+entities is incompatible with roots in ${goQuote(text)}`)
  }

  return { all, pinned: has('pinned'), roots: has('roots'), mfs: has('mfs'), entities: has('entities') }
}
