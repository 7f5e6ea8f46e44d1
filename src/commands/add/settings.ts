import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashCodeByName } from '../../cid/hash/hash-names.ts'
import { goQuote } from '../../go/text/quote.ts'
import type { OptionDefinition } from '../../rpc/command/option.ts'
import { unixTime } from '../../unixfs/format/stat.ts'
import type { ImportOptions } from '../../unixfs/import/entries/import-options.ts'
import type { ImportConfig } from '../../unixfs/import/settings/import-config.ts'
import { checkPinName } from '../shared/pin-name.ts'
import type { addOptions } from './options.ts'

export type AddInput = {
  [K in keyof typeof addOptions]: typeof addOptions[K] extends OptionDefinition<infer T> ? T : never
}

/** Options of the importer, except for the destination of blocks. */
export type AddSettings = Omit<ImportOptions, 'sink' | 'signal'>

/** Options that have passed the first check, with defaults from the configuration. */
export interface CheckedOptions {
  hash: number
  rawLeaves: boolean | undefined
}

const MAX_INLINE_BYTES = 128
const MAX_NSECS = 999_999_999

/**
 * Checks the options that Kubo validates before it reads the upload, in its order (`core/commands/add.go`, `Run`).
 *
 * @throws an Error with Kubo's message
 */
export function checkOptions (input: AddInput, config: ImportConfig): CheckedOptions {
  checkInlineLimit(input)
  checkPinName(input.pinName ?? '')

  const rawLeaves = rawLeavesWithStat(input, input.rawLeaves ?? config.rawLeaves)

  if (input.onlyHash === true && input.toFiles != null) {
    throw new Error('only-hash and to-files options are not compatible')
  }

  if (!input.pin && input.pinName != null) {
    throw new Error('pin-name option requires pin to be set')
  }

  if (input.wrap === true && input.toFiles != null) {
    throw new Error('wrap-with-directory and to-files options are not compatible')
  }

  const hash = hashCode((input.hash ?? '') === '' ? config.hash : input.hash as string)

  if ((input.mtime ?? 0n) === 0n && (input.mtimeNsecs ?? 0) !== 0) {
    throw new Error('option "mtime-nsecs" requires "mtime" to be provided as well')
  }

  return { hash, rawLeaves }
}

/**
 * Determines the importer options. Kubo does this at the first file (`core/coreiface/options/unixfs.go`,
 * `UnixfsAddOptions`).
 *
 * @throws an Error with Kubo's message
 */
export function addSettings (input: AddInput, config: ImportConfig, checked: CheckedOptions): AddSettings {
  const mtime = givenTime(input)
  const nocopyLeaves = rawLeavesOfNocopy(input, checked.rawLeaves)
  const cidVersion = resolveCidVersion(input.cidVersion ?? config.cidVersion ?? -1, checked.hash)
  const mode = input.mode ?? 0

  return {
    cidVersion,
    hash: checked.hash,
    inlineLimit: input.inline === true ? input.inlineLimit : undefined,
    rawLeaves: nocopyLeaves ?? cidVersion > 0,
    chunker: (input.chunker ?? '') === '' ? config.chunker : input.chunker as string,
    layout: input.trickle ?? config.trickle ? 'trickle' : 'balanced',
    maxFileLinks: input.maxFileLinks ?? config.maxFileLinks,
    directory: {
      ...config.directory,
      maxLinks: input.maxDirectoryLinks ?? config.directory.maxLinks,
      fanout: orDefault(input.maxHamtFanout, config.directory.fanout)
    },
    // Kubo creates the top directory of only-hash before it reads the options (`core/coreapi/unixfs.go`).
    ...(input.onlyHash === true ? { topDirectory: { ...config.directory, maxLinks: 0 } } : {}),
    emptyDirs: input.emptyDirs,
    mode,
    mtime,
    preserveMode: input.preserveMode === true && mode === 0,
    preserveMtime: input.preserveMtime === true && mtime == null,
    wrap: input.wrap === true,
    progress: input.progress === true,
    silent: input.silent === true,
    ...input.nocopy === true ? { nocopy: true } : {}
  }
}

/** Returns the default for a width of 0. */
function orDefault (width: number | undefined, byDefault: number): number {
  return width == null || width === 0 ? byDefault : width
}

function checkInlineLimit ({ inline, inlineLimit }: AddInput): void {
  if (inline === true && inlineLimit > MAX_INLINE_BYTES) {
    throw new Error(`inline-limit ${inlineLimit} exceeds maximum allowed size of ${MAX_INLINE_BYTES} bytes`)
  }
}

/** Disables raw leaves by default if mode or mtime are stored: they need a root with UnixFS metadata. */
function rawLeavesWithStat (
  { preserveMode, preserveMtime, mode, mtime }: AddInput,
  rawLeaves: boolean | undefined
): boolean | undefined {
  if (preserveMode !== true && preserveMtime !== true && (mode ?? 0) === 0 && (mtime ?? 0n) === 0n) {
    return rawLeaves
  }

  if (rawLeaves === true) {
    throw new Error("raw-leaves can't be used with UnixFS metadata like mode or modification time")
  }

  return false
}

function hashCode (name: string): number {
  const code = hashCodeByName(name.toLowerCase())

  if (code == null) {
    throw new Error(`unrecognized hash function: ${goQuote(name.toLowerCase())}`)
  }

  return code
}

function givenTime ({ mtime, mtimeNsecs = 0 }: AddInput): AddSettings['mtime'] {
  if (mtime == null || mtime === 0n) {
    return undefined
  }

  if (mtimeNsecs > MAX_NSECS) {
    throw new Error(`mtime nanoseconds must be in range [1, ${MAX_NSECS}]`)
  }

  return unixTime(mtime, mtimeNsecs)
}

function rawLeavesOfNocopy ({ nocopy }: AddInput, rawLeaves: boolean | undefined): boolean | undefined {
  if (nocopy !== true) {
    return rawLeaves
  }

  if (rawLeaves === false) {
    throw new Error("nocopy option requires '--raw-leaves' to be enabled as well")
  }

  return true
}

function resolveCidVersion (version: number, hash: number): 0 | 1 {
  if (hash === HASH.sha2_256) {
    return knownVersion(Math.max(version, 0))
  }

  if (version === 0) {
    throw new Error('CIDv0 only supports sha2-256')
  }

  return version === -1 ? 1 : knownVersion(version)
}

function knownVersion (version: number): 0 | 1 {
  if (version !== 0 && version !== 1) {
    throw new Error(`unknown CID version: ${version}`)
  }

  return version
}
