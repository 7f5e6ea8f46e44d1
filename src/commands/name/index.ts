import { group } from '../../rpc/command/command.ts'
import { nameGet } from './get.ts'
import { nameInspect } from './inspect.ts'
import { namePublish } from './publish.ts'
import { namePubsub } from './pubsub/index.ts'
import { namePut } from './put.ts'
import { nameResolve } from './resolve.ts'

export const nameCommands = group('Publish and resolve names (IPNS).', {
  get: nameGet,
  inspect: nameInspect,
  publish: namePublish,
  pubsub: namePubsub,
  put: namePut,
  resolve: nameResolve
})
