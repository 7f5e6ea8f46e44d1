import { bool, int, listSchema, mapSchema, readString, string } from '../schema/primitives.ts'
import { readPart } from '../schema/read-value.ts'
import { jsonType, MismatchError } from '../schema/schema.ts'
import type { CustomSchema, Schema } from '../schema/schema.ts'
import { structSchema } from '../schema/struct.ts'
import type { Json } from '../values/config.ts'
import { optionalDuration } from './optional.ts'

const composable = structSchema('ComposableRouterParams', {
  Routers: listSchema(
    structSchema('ConfigRouter', {
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
  http: structSchema('HTTPRouterParams', { Endpoint: string, MaxProvideBatchSize: int, MaxProvideConcurrency: int }),
  dht: structSchema('DHTRouterParams', {
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

export const routers = mapSchema(router, 'config.Routers')
