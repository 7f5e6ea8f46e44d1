import { bool, int, list, map, readString, string } from '../schema/primitives.ts'
import { readPart } from '../schema/read-value.ts'
import { jsonType, MismatchError } from '../schema/schema.ts'
import type { CustomSchema, Schema } from '../schema/schema.ts'
import { struct } from '../schema/struct.ts'
import type { Json } from '../values/config.ts'
import { optionalDuration } from './optional.ts'

const composable = struct('ComposableRouterParams', {
  Routers: list(
    struct('ConfigRouter', {
      RouterName: string,
      Timeout: optionalDuration,
      IgnoreErrors: bool,
      'ExecuteAfter?*': optionalDuration
    })
  ),
  'Timeout?*': optionalDuration
})

/** Parameters of a router of `Routing.Type=custom`, by its type. An unknown type accepts anything. */
const PARAMETERS: Record<string, Schema> = {
  http: struct('HTTPRouterParams', { Endpoint: string, MaxProvideBatchSize: int, MaxProvideConcurrency: int }),
  dht: struct('DHTRouterParams', {
    Mode: { kind: 'string', go: 'config.DHTMode' },
    'AcceleratedDHTClient?': bool,
    PublicIPNetwork: bool
  }),
  sequential: composable,
  parallel: composable
}

const router: CustomSchema = {
  kind: 'custom',
  go: 'config.RouterParser',
  opaque: true,
  zero: { Type: '', Parameters: null },

  read (value: Json): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MismatchError(jsonType(value), 'config.Router')
    }

    const type = readString(value.Type ?? '', 'config.RouterType')

    if (value.Parameters === undefined) {
      throw new Error('unexpected end of JSON input')
    }

    const schema = Object.hasOwn(PARAMETERS, type) ? PARAMETERS[type] : undefined
    return { Type: type, Parameters: schema == null ? value.Parameters : readPart(value.Parameters, schema) }
  }
}

export const routers = map(router, 'config.Routers')
