import { group } from '../../rpc/command/command.ts'
import { routingFindpeer } from './findpeer.ts'
import { routingFindprovs } from './findprovs.ts'
import { routingGet } from './get.ts'
import { routingProvide } from './provide.ts'
import { routingPut } from './put.ts'
import { routingReprovide } from './reprovide.ts'

export const routing = group('Query the routing system.', {
  findpeer: routingFindpeer,
  findprovs: routingFindprovs,
  get: routingGet,
  provide: routingProvide,
  put: routingPut,
  reprovide: routingReprovide
})
