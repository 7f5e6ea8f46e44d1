import { hexDump } from '../../go/text/hex-dump.ts'
import { goQuote } from '../../go/text/quote.ts'
import { tabColumns } from '../../go/text/tab-columns.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { goTime } from '../../go/time/format-time.ts'
import { checkRecord } from '../../names/record/check-record.ts'
import { ipnsNameText, parseIpnsName } from '../../names/record/ipns-name.ts'
import { readRecord } from '../../names/record/read-record.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/entry-bytes.ts'

interface Entry {
  Value: string
  ValidityType: bigint | null
  Validity: string | null
  Sequence: bigint | null
  TTL: bigint | null
}
interface Validation {
  Valid: boolean
  Reason: string
  Name: string
}
interface InspectOutput {
  Entry: Entry
  PbSize: number
  SignatureType: string
  HexDump: string
  Validation: Validation | null
}

export const nameInspect = command({
  help: {
    tagline: 'Inspect and verify an IPNS record.',
    description:
      'Fields that cannot be decoded are omitted. Signature and validity are checked if `verify` names the ' +
      'expected IPNS name.'
  },
  errors: [
    { ask: '', body: 'x', says: 'record is malformed\nproto: cannot parse invalid wire-format data' }
  ],
  status: 'experimental',
  args: { record: argument.file('record', 'The signed record.', { stdin: true }) },
  options: {
    verify: option.string('verify', 'IPNS name against which to verify the record.'),
    dump: option.bool('dump', 'Return a hex dump of the record.', { default: true })
  },
  output: outputShape(
    'IpnsInspectResult',
    'Entry:object PbSize:int SignatureType:string HexDump:string Validation:object',
    'Entry:{Value:string ValidityType:*int Validity:*time Sequence:*uint64 TTL:*int64} PbSize:int ' +
      'SignatureType:string HexDump:string Validation:*{Valid:bool Reason:string Name:string}'
  ),

  async run ({ record, verify, dump }, { signal }) {
    const bytes = await firstFile(record, signal)
    const { value, validityType, validity, sequence, ttlNs, signatureType } = readRecord(bytes)

    const output: InspectOutput = {
      Entry: {
        Value: value ?? '',
        ValidityType: validityType ?? null,
        Validity: validity == null ? null : goTime(validity),
        Sequence: sequence ?? null,
        TTL: ttlNs ?? null
      },
      PbSize: bytes.length,
      SignatureType: signatureType,
      HexDump: dump ? hexDump(bytes) : '',
      Validation: verify == null ? null : await validateRecord(verify, bytes)
    }

    return singleResult(output)
  },

  text ({ Entry, PbSize, SignatureType, HexDump, Validation }) {
    const lines = [
      ...Entry.Value === '' ? [] : [['Value:', goQuote(Entry.Value)]],
      ...Entry.ValidityType == null ? [] : [['Validity Type:', String(Entry.ValidityType)]],
      ...Entry.Validity == null ? [] : [['Validity:', goQuote(Entry.Validity)]],
      ...Entry.Sequence == null ? [] : [['Sequence:', String(Entry.Sequence)]],
      ...Entry.TTL == null ? [] : [['TTL:', formatGoDuration(Entry.TTL)]],
      ['Protobuf Size:', String(PbSize)],
      ['Signature Type:', SignatureType]
    ]

    return `${tabColumns(lines, 0)}\n${validationText(Validation)}${HexDump === '' ? '' : `\nHex Dump:\n${HexDump}`}`
  }
})

async function validateRecord (text: string, bytes: Uint8Array): Promise<Validation> {
  const name = parseIpnsName(text)
  const reason = await checkRecord(name, bytes).then(() => '', (err: Error) => err.message)
  return { Valid: reason === '', Reason: reason, Name: ipnsNameText(name) }
}

function validationText (validation: Validation | null): string {
  if (validation == null) {
    return "This record was not verified. Pass '--verify k51...' to verify.\n"
  }

  const { Valid, Reason, Name } = validation
  return `Validation results:\n${
    tabColumns(
      [['', 'Valid:', String(Valid)], ...Reason === '' ? [] : [['', 'Reason:', Reason]], ['', 'Name:', Name]],
      0
    )
  }`
}
