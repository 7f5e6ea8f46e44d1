import { tsImport } from 'tsx/esm/api'

const HINT = `It asks the DNS for its content, by servers of DNS over HTTPS that answer any page (CORS). Name one:
  --config '{"DNS.Resolvers": {".": "https://dns.example/dns-query"}}'`

/**
 * Parses the settings of a deployment without a node (`npm run build -- --site`).
 *
 * @param {{ name?: string, config: string }} options name: the domain whose DNSLink is shown; config: JSON with dotted
 *   keys
 * @returns {Promise<{ name?: string, config: Record<string, unknown> }>}
 */
export async function siteSettings ({ name, config: text }) {
  const { parseConfigOption } = await tsImport('../../../src/config/parse-config-option.ts', import.meta.url)
  const { isDomainName } = await tsImport('../../../src/names/record/ipns-name.ts', import.meta.url)
  const config = parseConfigOption(text)

  if (name != null && !isDomainName(name)) {
    throw new Error(`--name must be a domain name, and is '${name}'`)
  }

  if (Object.keys(config['DNS.Resolvers'] ?? {}).length === 0) {
    throw new Error(`A site needs DNS.Resolvers. ${HINT}`)
  }

  return { name, config }
}
