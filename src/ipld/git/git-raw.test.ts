import { zlibSync } from 'fflate'
import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hash } from '../../cid/hash/hash.ts'
import { messageOf } from '../../testing/http/message-of.ts'
import { dagCbor } from '../cbor/dag-cbor.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { dagJson } from '../json/dag-json.ts'
import { encodeBlock } from '../registry/registry.ts'
import { gitRaw, gitZlib } from './git-raw.ts'

const encoder = new TextEncoder()
const sha = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1')
const object = (type: string, body: string): Uint8Array =>
  Uint8Array.from(Buffer.from(`${type} ${Buffer.byteLength(body, 'latin1')}\0${body}`, 'latin1'))

const BLOB = object('blob', 'hi\n')
const TREE = object(
  'tree',
  `40000 d\0${sha('c956b7a48038a889b1c9257b5bcc1dd93186e362')}100644 f\0${
    sha('45b983be36b73c0788dc9cbcb76cbb80fc7bb057')
  }`
)
const COMMIT = object(
  'commit',
  'tree b02ceea2d330a55117e8a9ad46450a4834846991\nauthor A  B <a@b.c> 1600000000 +0200\ncommitter A  B ' +
    '<a@b.c> 1600000001 +0000\n\nmsg\n\nbody\n'
)
const TAG = object(
  'tag',
  'object de8e24ea4034c394278f1e555c95ef7ce9232113\ntype commit\ntag v1\ntagger A  B <a@b.c> 1600000001 ' +
    '+0000\n\ntagmsg\n'
)

/** A commit with every optional field. */
const MERGE = object(
  'commit',
  [
    'tree b02ceea2d330a55117e8a9ad46450a4834846991',
    'parent de8e24ea4034c394278f1e555c95ef7ce9232113',
    'parent c956b7a48038a889b1c9257b5bcc1dd93186e362',
    'author Zoë <zoe@x> 1 +0000',
    'committer  <>',
    'encoding latin1',
    'mergetag object 45b983be36b73c0788dc9cbcb76cbb80fc7bb057',
    ' type commit',
    ' tag v2',
    ' tagger T <t@t> 2 -0500',
    ' ',
    ' merged',
    ' twice',
    'gpgsig -----BEGIN PGP SIGNATURE-----',
    ' ',
    ' iQEzBAABCAAdFiEE',
    ' -----END PGP SIGNATURE-----',
    'HG:extra x',
    '',
    'not \xff UTF-8'
  ].join('\n')
)

function json (node: IpldNode): string {
  return new TextDecoder().decode(encodeBlock(dagJson.code, node))
}

describe('objects', () => {
  // the expected CIDs are Kubo's
  it.each([
    ['blob', BLOB, 'baf4bcfcfxgb34nvxhqdyrxe4xs3wzo4a7r53avy'],
    ['tree', TREE, 'baf4bcffqftxkfuzquvirp2fjvvdekcsigscgtei'],
    ['commit', COMMIT, 'baf4bcfg6rysouqbuyokcpdy6kvojl3345erscey'],
    ['tag', TAG, undefined],
    ['commit with all that there is', MERGE, undefined],
    [
      'tag without a tagger',
      object('tag', 'object de8e24ea4034c394278f1e555c95ef7ce9232113\ntype commit\ntag v0\n\nold\n'),
      undefined
    ]
  ])('%s is written as it was read', async (_, bytes, cid) => {
    expect(encodeBlock(gitRaw.code, gitRaw.decode(bytes))).toEqual(bytes)
    expect(encodeBlock(gitRaw.code, gitZlib.decode(zlibSync(bytes)))).toEqual(bytes)

    if (cid != null) {
      expect(CID.createV1(gitRaw.code, await hash(bytes, HASH.sha1)).toString()).toBe(cid)
    }
  })

  it('are values with links', () => {
    expect(json(gitRaw.decode(BLOB))).toBe('{"/":{"bytes":"YmxvYiAzAGhpCg"}}')
    expect(json(gitRaw.decode(TREE))).toBe(
      '{"d":{"hash":{"/":"baf4bcfgjk232jabyvce3dsjfpnn4yhozggdogyq"},"mode":"40' +
        '000"},"f":{"hash":{"/":"baf4bcfcfxgb34nvxhqdyrxe4xs3wzo4a7r53avy"},"mode":"100644"}}'
    )
    expect(json(gitRaw.decode(COMMIT))).toBe(
      '{"author":{"date":"1600000000","email":"a@b.c","name":"A  ' +
        'B","timezone":"+0200"},"committer":{"date":"1600000001","email":"a@b.c","name":"A  ' +
        'B","timezone":"+0000"},"encoding":null,"mergetag":[],"message":"msg\\n\\nbody\\' +
        'n","other":[],"parents":[],"signature":null,"tree":{"/":"baf4bcffqftxkfuzquvirp2fjvvdekcsigscgtei"}}'
    )
    expect(json(gitRaw.decode(TAG))).toBe(
      '{"message":"tagmsg\\' +
        'n","object":{"/":"baf4bcfg6rysouqbuyokcpdy6kvojl3345erscey"},"tag":"v1","tagger":{"' +
        'date":"1600000001","email":"a@b.c","name":"A  B","timezone":"+0000"},"type":"commit"}'
    )
  })

  it('can be written from values of other codecs, including a commit that crashes Kubo', () => {
    expect(encodeBlock(gitRaw.code, dagJson.decode(encodeBlock(dagJson.code, gitRaw.decode(COMMIT))))).toEqual(COMMIT)
    expect(encodeBlock(gitRaw.code, dagCbor.decode(encodeBlock(dagCbor.code, gitRaw.decode(MERGE))))).toEqual(MERGE)
    expect(encodeBlock(gitRaw.code, Uint8Array.of(1, 2))).toEqual(Uint8Array.of(1, 2))
  })
})

describe('invalid objects', () => {
  it.each([
    ['hello', 'unexpected EOF'],
    ['hello world', 'unrecognized object type: "hello"'],
    ['blob x\0', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['blob 5\0ab', 'unexpected EOF'],
    ['tree 9\x00100644 f\0ab', 'unexpected EOF'],
    ['commit 9\0tree xy\n', 'encoding/hex: invalid byte'],
    ['commit 0\0', 'git commit names no tree'],
    ['commit 9\0author x\n', 'incorrectly formatted person info line: "author x"'],
    [
      'commit 9\0gpgsig -----BEGIN SSH SIGNATURE-----\n U1NI\n',
      'expected first line of sig to be a single space or version'
    ],
    ['tag 0\0', 'git tag names no object']
  ])('%j', (text, message) => {
    expect(messageOf(() => gitRaw.decode(encoder.encode(text)))).toBe(message)
  })

  it.each<[IpldNode, string]>([
    [[1n], 'unrecognized object type: list'],
    [new Map(), 'iterator overread'],
    [
      new Map([['a', 1n]]),
      'not a Commit: *basicnode.plainMap invalid key for map ipldgit.Commit.Repr: "a": no such field'
    ],
    [
      new Map([['object', 1n]]),
      'func called on wrong kind: "AsLink" called on a int node (kind: int), but only makes sense on link'
    ]
  ])('%s cannot be written', (node, message) => {
    expect(messageOf(() => encodeBlock(gitRaw.code, node))).toBe(message)
  })

  it('are not recognized as compressed', () => {
    expect(messageOf(() => gitZlib.decode(BLOB))).toBe('zlib: invalid header')
  })
})
