import type { ArgumentDefinition } from '../../src/rpc/command/argument.ts'

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const OTHER_CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const NAME = 'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8'
const PEER = '12D3KooWHdiAxVd8uMQR1hGWXccidmfCwLqcMpGwR6QcTP6QRMuD'
const ADDRESS = `/ip4/203.0.113.5/tcp/4001/p2p/${PEER}`

/** The inputs of a command in an example. */
export interface ExampleInputs {
  /** one for each text argument, as a user enters it */
  texts: string[]
  /** the texts as they appear in the query */
  wire: string[]
  options: Record<string, string>
  /** content of the file, if there is one: its text, or the name of the variable with its bytes */
  file?: { text: string } | { bytes: string } | undefined
  /** name of the variable with the bytes of a second file */
  secondFile?: string | undefined
  /** arguments of the kubo-rpc-client method, if they differ */
  client?: string | undefined
}

interface Sample {
  /** values of arguments, including optional ones */
  args?: Record<string, string>
  /** required options */
  options?: Record<string, string>
  text?: string
  /** content that cannot be written as text */
  bytes?: string
  secondFile?: string
  /** whether arguments are in multibase on the wire */
  multibase?: boolean
  /** see `ExampleInputs` */
  client?: string
}

/** Samples by argument name, for all commands. */
const BY_NAME: Record<string, string> = {
  cid: CID,
  'ipfs-path': `/ipfs/${CID}`,
  path: '/docs/readme.txt',
  source: '/docs/readme.txt',
  dest: '/docs/copy.txt',
  root: CID,
  ref: CID,
  obj_a: CID,
  obj_b: OTHER_CID,
  'from-path': CID,
  'to-path': OTHER_CID,
  peer: PEER,
  peerID: PEER,
  'peer ID': PEER,
  ID: PEER,
  address: ADDRESS,
  name: 'my-key',
  newName: 'new-key',
  profile: 'lowpower',
  time: '1m',
  mode: '0644',
  topic: 'chat',
  service: 'my-service',
  endpoint: 'https://pins.example/psa',
  protocol: '/x/chat',
  'listen-address': '/ip4/127.0.0.1/tcp/9000',
  'target-address': '/ip4/127.0.0.1/tcp/9001'
}

const BY_COMMAND: Record<string, Sample> = {
  'bootstrap/add': { args: { peer: ADDRESS } },
  'bootstrap/rm': { args: { peer: ADDRESS } },
  config: { args: { key: 'Datastore.StorageMax' } },
  'config/replace': { text: '{"Datastore": {"StorageMax": "5GB"}}' },
  'dag/get': { client: `CID.parse('${CID}')` },
  'dag/import': { bytes: 'car', client: '[car]' },
  'dag/put': { text: '{"a": 1}' },
  'files/flush': { client: "'/'" },
  'files/ls': { client: "'/'" },
  'files/mkdir': { args: { path: '/docs' } },
  'key/import': { bytes: 'key' },
  'key/sign': { options: { key: 'my-key' } },
  'key/verify': { options: { key: 'my-key', signature: 'uVGhpcyBpcyBubyBzaWduYXR1cmU' } },
  'multibase/decode': { text: 'uY29udGVudA' },
  'multibase/transcode': { text: 'uY29udGVudA' },
  'name/get': { args: { name: NAME } },
  'name/inspect': { bytes: 'record' },
  'name/pubsub/cancel': { args: { name: NAME } },
  'name/put': { args: { name: NAME }, bytes: 'record' },
  'object/patch/add-link': {
    args: { name: 'readme.txt', ref: OTHER_CID },
    client: `CID.parse('${CID}'), { Name: 'readme.txt', Hash: CID.parse('${OTHER_CID}'), Tsize: 5 }`
  },
  'object/patch/rm-link': { args: { name: 'readme.txt' }, client: `CID.parse('${CID}'), { Name: 'readme.txt' }` },
  'p2p/forward': { args: { 'target-address': `/p2p/${PEER}` } },
  'pin/remote/add': { options: { service: 'my-service' }, client: `CID.parse('${CID}'), { service: 'my-service' }` },
  'pin/remote/ls': { options: { service: 'my-service' } },
  'pin/remote/rm': {
    options: { service: 'my-service', cid: CID },
    client: `{ service: 'my-service', cid: [CID.parse('${CID}')] }`
  },
  'pin/remote/service/add': {
    args: { key: 'secret' },
    client: "'my-service', { endpoint: 'https://pins.example/psa', key: 'secret' }"
  },
  'pubsub/peers': { client: "'chat'" },
  'pubsub/pub': { multibase: true },
  'pubsub/sub': { multibase: true },
  resolve: { args: { name: `/ipns/${NAME}` } },
  'routing/findprovs': { args: { key: CID } },
  'routing/get': { args: { key: `/ipns/${NAME}` } },
  'routing/provide': { args: { key: CID } },
  'routing/put': { args: { key: `/ipns/${NAME}` }, bytes: 'record' },
  'swarm/filters/add': { args: { address: '/ip4/192.168.0.0/ipcidr/16' } },
  'swarm/filters/rm': { args: { address: '/ip4/192.168.0.0/ipcidr/16' } },
  'swipfs/denylist/add': { args: { list: 'list' } },
  'swipfs/key/restore': { bytes: 'backup', secondFile: 'password' }
}

/**
 * Returns all required inputs for the example of a command.
 *
 * @throws if an argument has no sample
 */
export function exampleInputs (path: readonly string[], definitions: readonly ArgumentDefinition[]): ExampleInputs {
  const { args = {}, options = {}, text, bytes, secondFile, multibase = false, client } = BY_COMMAND[path.join('/')] ??
    {}
  const given = definitions.filter(({ required, name }) => required || name in args)
  const texts = given.filter(({ kind }) => kind === 'string').map(({ name, example }) =>
    example ?? args[name] ?? BY_NAME[name] ?? refuseMissingExample(path, name)
  )
  const file = given.find(({ kind }) => kind === 'file')

  const content = bytes == null ? { text: text ?? file?.example ?? 'content' } : { bytes }

  return {
    texts,
    wire: multibase ? texts.map((text) => `u${Buffer.from(text).toString('base64url')}`) : texts,
    options,
    file: file == null ? undefined : content,
    secondFile,
    client
  }
}

function refuseMissingExample (path: readonly string[], name: string): never {
  throw new Error(`what is an example of the argument ${name} of ${path.join('/')}?`)
}
