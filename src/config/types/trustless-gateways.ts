import { listSchema, string } from '../schema/primitives.ts'
import { checkedSchema } from '../schema/schema.ts'
import { AUTO } from '../values/auto-values.ts'
import { isPrivateUrl } from './is-private-url.ts'

/**
 * URLs of trustless gateways to fetch missing content from, or `auto` for the recommended one. By https, or on this
 * machine: otherwise requests of a person could be read on the way.
 */
export const trustlessGateways = checkedSchema(listSchema(string), (urls) => {
  const bad = (urls as string[]).find((url) => url !== AUTO && !isGatewayUrl(url))
  return bad == null
    ? undefined
    : `has ${
      JSON.stringify(bad)
    }, which is no URL of a gateway: it must begin with https://, or with http:// on this machine, and end behind the host or a path`
})

function isGatewayUrl (text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url != null && isPrivateUrl(url) && url.search === '' && url.hash === '' && url.username === ''
}
