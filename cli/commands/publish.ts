import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { addEntries } from '../node/add-entries.ts'
import { listEntries } from '../node/multipart-files.ts'
import { announcedPlaces, gatewayPlace, keyId, pinnedPlace } from '../node/publish-site.ts'
import type { Place } from '../node/publish-site.ts'
import { callOne } from '../node/rpc-target.ts'
import { checkTarget, openTarget, TARGET_OPTIONS, TARGET_USAGE } from '../node/target-options.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

const PUBLIC_GATEWAY = 'https://dweb.link'

const USAGE =
  `usage: swipfs publish (--repo DIR | --api URL [--token TOKEN]) [--key NAME] [--gateway URL] [--domain DOMAIN]
       [--lifetime DURATION] [--no-check] [--json] DIR

Publishes a folder as a site: adds and pins it, publishes it under a key, and prints its URLs, its IPNS name, the
DNSLink record, and the places that have it.

${TARGET_USAGE}  --key NAME       key of the IPNS name, created if missing (the name of the folder)
  --gateway URL    gateway of the URLs (the one at --api if it has one; otherwise ${PUBLIC_GATEWAY})
  --domain DOMAIN  domain of the DNSLink record
  --lifetime D     time for which the name is valid, for example 720h (48h)
  --no-check       do not ask the gateway and the routers who has the site
  --json           print one JSON object, for scripts
`

const OPTIONS = {
  ...TARGET_OPTIONS,
  key: { type: 'string' },
  gateway: { type: 'string' },
  domain: { type: 'string', default: 'YOUR-DOMAIN' },
  lifetime: { type: 'string', default: '48h' },
  'no-check': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false }
} as const

export const publish: CliCommand = {
  usage: USAGE,

  async run (args, { print, signal }) {
    const { values, positionals: [folder, ...more] } = parseCommandLine(args, OPTIONS)
    checkTarget(values)

    if (folder == null || more.length > 0) {
      throw new UsageError('name one folder')
    }

    if (values.gateway != null && !/^https?:\/\/[^/]+\/?$/.test(values.gateway)) {
      throw new UsageError(`--gateway must be the URL of a host, and is '${values.gateway}'`)
    }

    if (!await stat(folder).then((facts) => facts.isDirectory(), () => false)) {
      throw new Error(`${folder} is not a folder: build the site first`)
    }

    const entries = await listEntries(folder, path.basename(path.resolve(folder)), true)
    const key = values.key ?? entries[0].name
    const target = await openTarget(values, signal)
    const bar = new ProgressBar('publish', entries.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0))

    try {
      const cid = await addEntries(target, entries, {
        isPinned: true,
        pinName: key,
        sent: (bytes) => {
          bar.advance(bytes)
        }
      })
      bar.end()
      await keyId(target, key)
      const { Name: name } = await callOne<{ Name: string }>(target, 'name/publish', [
        ['arg', `/ipfs/${cid}`],
        ['key', key],
        ['lifetime', values.lifetime],
        ['allow-offline', 'true'],
        ['ipns-base', 'base36']
      ])
      const isChecked = !values['no-check']
      const own = values.api == null || values.gateway != null || !isChecked
        ? undefined
        : await gatewayPlace(`${new URL(values.api).origin}/ipfs/${cid}/`, signal)
      const gateway = new URL(values.gateway ?? (own?.has === true ? new URL(values.api!).origin : PUBLIC_GATEWAY))
      const { ID } = await callOne<{ ID: string }>(target, 'id')
      const places: Place[] = [
        await pinnedPlace(target, cid),
        ...isChecked
          ? [
            own?.has === true ? own : await gatewayPlace(`${gateway.origin}/ipfs/${cid}/`, signal),
            ...await announcedPlaces(target, cid, ID)
          ]
          : []
      ]
      const site = {
        cid,
        gateway: `${gateway.origin}/ipfs/${cid}/`,
        origin: `${gateway.protocol}//${cid}.ipfs.${gateway.host}/`,
        name: `/ipns/${name}`,
        nameOrigin: `${gateway.protocol}//${name}.ipns.${gateway.host}/`,
        dnslink: `_dnslink.${values.domain} TXT "dnslink=/ipns/${name}"`,
        places
      }
      print(values.json ? JSON.stringify(site) : siteText(site))
    } finally {
      bar.end()
      await target.close()
    }
  }
}

function siteText (
  { cid, gateway, origin, name, nameOrigin, dnslink, places }: {
    cid: string
    gateway: string
    origin: string
    name: string
    nameOrigin: string
    dnslink: string
    places: readonly Place[]
  }
): string {
  const rows = [
    ['CID', cid],
    ['Gateway', gateway],
    ['Own origin', origin],
    ['IPNS name', name],
    ['Its origin', nameOrigin],
    ['DNSLink', dnslink],
    ...places.map(({ place, has, how }) => [has ? 'Has it' : 'Lacks it', `${place} (${how})`])
  ]
  return rows.map(([label, value]) => `${label.padEnd(10)} ${value}`).join('\n')
}
