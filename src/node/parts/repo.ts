import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import { HashOnRead } from '../../blocks/local/hash-on-read.ts'
import type { ReferencedFiles } from '../../blocks/references/referenced-files.ts'
import { References } from '../../blocks/references/references.ts'
import type { ReferencesInit } from '../../blocks/references/references.ts'
import { ReferringBlockstore } from '../../blocks/references/referring-blockstore.ts'
import { openConfig } from '../../config/config-store.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Json } from '../../config/values/config.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import type { Denylists } from '../../denylist/lists/denylists.ts'
import type { Logs } from '../../log/logs.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { openDenylists } from '../denylists/open-denylists.ts'
import { createIdentity, decodeIdentity, encodeIdentity, IDENTITY_KEY } from '../identity/identity.ts'
import type { Identity } from '../identity/identity.ts'
import type { ExchangeDeps } from '../interface/node-network.ts'
import { isNewRepo } from '../repo/init-repo.ts'

/** A datastore that the node closes when it stops. */
export type NodeDatastore = Datastore & { close?: () => Promise<void> }

export interface RepoInit {
  /** opens the blockstore that the configuration names in `Datastore.Spec` */
  openBlockstore: (spec: Json | undefined) => Promise<Blockstore>
  datastore: NodeDatastore
  /** dotted configuration paths set before the start */
  config?: Record<string, Json>
  /** dotted configuration paths that are set in a new repo */
  initialConfig?: Record<string, Json>
  /** files that blocks may refer to (`add` with `nocopy`), if there are any */
  files?: ReferencedFiles
}

/** The stores of a node, without what the node adds to them. */
export interface OpenRepo extends ExchangeDeps {
  datastore: NodeDatastore
  /** decides which content is read and served; follows the denylists */
  policy: ContentPolicy
  /** returns the denylists, whose code is evaluated at the first call */
  denylists: () => Denylists
  references: References | undefined
  isNew: boolean
}

/** Opens the stores of a node. A new repo gets an identity and the default configuration. */
export async function openRepo (
  { openBlockstore, datastore, config: overrides, initialConfig, files }: RepoInit,
  logs: Logs
): Promise<OpenRepo> {
  const identity = await openIdentity(datastore)
  const config = await openConfig(datastore, { overrides, initial: initialConfig, peerId: identity.id })
  const isNew = await isNewRepo(datastore)
  const opened = await openBlockstore(config.get('Datastore.Spec'))
  const store = config.get<boolean>('Datastore.HashOnRead') === true ? new HashOnRead(opened) : opened
  const references = openReferences({ datastore, store, files }, config)
  const blockstore = references == null ? store : new ReferringBlockstore(store, references)
  return { identity, config, datastore, blockstore, references, ...await openDenylists(datastore, logs), isNew }
}

async function openIdentity (datastore: Datastore): Promise<Identity> {
  const row = await ifFound(() => datastore.get(IDENTITY_KEY))

  if (row != null) {
    return decodeIdentity(new TextDecoder().decode(row))
  }

  const identity = await createIdentity()
  await datastore.put(IDENTITY_KEY, new TextEncoder().encode(encodeIdentity(identity)))
  return identity
}

/** Opens the references. As in Kubo, the settings at the start of the node apply. */
function openReferences (
  parts: Pick<ReferencesInit, 'datastore' | 'store' | 'files'>,
  config: ConfigStore
): References | undefined {
  const allowFiles = config.get<boolean>('Experimental.FilestoreEnabled') === true
  const allowUrls = config.get<boolean>('Experimental.UrlstoreEnabled') === true
  return allowFiles || allowUrls ? new References({ ...parts, allowFiles, allowUrls }) : undefined
}
