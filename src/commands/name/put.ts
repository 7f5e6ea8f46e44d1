import { equals } from 'multiformats/bytes'
import { escapeNonPrint } from '../../go/text/quote.ts'
import { checkRecord } from '../../names/record/check-record.ts'
import { ipnsNameText, parseIpnsName } from '../../names/record/ipns-name.ts'
import { MAX_RECORD_BYTES, readRecord } from '../../names/record/read-record.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { parseRoutingKey } from '../shared/routing-value.ts'
import { allowDelegated, allowOffline } from './name-options.ts'
import { publishedPlaces, publishedShape } from './published-places.ts'
import { checkPublishers, refuseBothModes } from './publishing-mode.ts'

const OFFLINE = "can't put while offline: pass `--allow-offline` to store locally or `--allow-delegated` if " +
  'Ipns.DelegatedPublishers are set up'

export const namePut = command({
  help: {
    tagline: 'Publish a signed record.',
    description:
      'The record must be signed with the key of the name, be valid now, and have a higher sequence number than ' +
      'the known record. force skips these checks; an invalid record is published but not stored.'
  },
  differs: [
    'An offline node returns an error for an invalid record, or if a better record is known (Kubo: success). If ' +
    'the node has routers or pubsub, the field Places reports the result of each.'
  ],
  errors: [
    {
      ask: 'arg=$NAME&allow-offline=true',
      body: 'x',
      says: 'invalid IPNS record: record is malformed\nproto: cannot parse invalid wire-format data'
    }
  ],
  status: 'experimental',
  args: {
    name: argument.string('name', 'The name.'),
    record: argument.file('record', 'The signed record.', { stdin: true })
  },
  options: {
    force: option.bool('force,f', 'Skip all checks of the record.'),
    allowOffline,
    allowDelegated,
    quiet: option.bool('quiet,q', 'Print nothing.')
  },
  output: publishedShape,

  async run ({ name: text, record, force, allowOffline, allowDelegated }, { node, wantsOffline, signal }) {
    refuseBothModes(allowOffline, allowDelegated)

    if (allowDelegated === true) {
      checkPublishers(node)
    }

    const key = text.startsWith('/ipns/') ? text : `/ipns/${text}`
    const name = withErrorPrefix('invalid IPNS name', () => parseIpnsName(key))
    const bytes = await firstFile(record, signal)

    if (bytes.length === 0) {
      throw new Error('record is empty')
    }

    if (force !== true) {
      if (bytes.length > MAX_RECORD_BYTES) {
        throw new Error(`record exceeds maximum size of ${MAX_RECORD_BYTES} bytes, use --force to skip size check`)
      }

      const { sequence } = withErrorPrefix('invalid IPNS record', () => readRecord(bytes))
      await checkRecord(name, bytes).catch((err: Error) => {
        throw new Error(`record validation failed: ${err.message}`)
      })
      const known = await node.names.record(name, { offline: wantsOffline, signal }).catch(() => undefined)
      refuseOlder(known, bytes, sequence)
    }

    if (!node.online && allowOffline !== true && allowDelegated !== true) {
      throw new Error(OFFLINE)
    }

    const outcomes = await node.names.put(parseRoutingKey(key).id, bytes, {
      offline: wantsOffline,
      delegated: allowDelegated,
      signal
    })
    return singleResult({ Name: ipnsNameText(name), Value: valueOf(bytes), Places: publishedPlaces(outcomes) })
  },

  text: ({ Name }, { quiet }) => quiet === true ? '' : `${escapeNonPrint(Name)}\n`
})

function refuseOlder (known: Uint8Array | undefined, bytes: Uint8Array, sequence: bigint | undefined): void {
  const before = known == null || equals(known, bytes) ? undefined : readRecord(known).sequence

  if (before != null && sequence != null && before >= sequence) {
    throw new Error(
      `existing IPNS record has sequence ${before} >= new record sequence ${sequence}, use 'ipfs name put ` +
        `--force' to skip this check`
    )
  }
}

function valueOf (bytes: Uint8Array): string {
  try {
    return readRecord(bytes).value ?? ''
  } catch {
    return ''
  }
}

function withErrorPrefix<T> (prefix: string, step: () => T): T {
  try {
    return step()
  } catch (err) {
    throw new Error(`${prefix}: ${(err as Error).message}`)
  }
}
