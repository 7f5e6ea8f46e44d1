import { appData, rpc } from '../../../client/index.ts'
import { perform } from '../../actions/state/dispatch.ts'
import { follow } from '../../client/follow.ts'
import { whenReady } from '../../client/node.ts'
import { freeName } from '../../folder/lib/free-name.ts'
import { folderName } from '../../folder/state/change-files.ts'
import { cidAt } from '../../folder/state/mfs.ts'
import { onMoved } from '../../folder/state/moved.ts'
import { isWithin } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t, words } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { PUBLISHED_ROWS, publishedRow, readPublishedRow, rowKey } from '../lib/published-row.ts'
import type { PublishedFolder, PublishedPlace } from '../lib/published-row.ts'
import { publishedWords } from '../lib/published-words.ts'

/** Published folders; undefined until read. */
export const published = new Store<{ list?: readonly PublishedFolder[] }>({})

/** The folder for which the dialog is open. */
export const publishing = new Store<{ path?: string }>({})

/** Time limit of publishing. */
const TIMEOUT = '60s'

/** For how long others may use a record without asking again. The default of 5 minutes hides a change for that long. */
const RECORD_TTL = '1m'

let users = 0
let stopFollowing: (() => void) | undefined

/**
 * Keeps `published` up to date.
 *
 * @returns a function that ends it
 */
export function followPublished (): () => void {
  if (users++ === 0) {
    void readPublished().catch(() => {}) // It is read again after the next change.
    stopFollowing = follow('keys', readPublished)
  }
  return () => {
    if (--users === 0) {
      stopFollowing?.()
    }
  }
}

/** Opens the dialog for a folder. */
export function openPublish (path: string): void {
  publishing.set({ path })
}

export function closePublish (): void {
  publishing.set({})
}

/**
 * Gives a folder a name that follows it, and publishes it. The key of the name is made on demand, and called like the
 * folder.
 *
 * @throws RpcError
 */
export async function publishFolder (path: string): Promise<void> {
  await whenReady()
  const id = published.value.list?.find((one) => one.path === path)?.id ?? await makeKey(folderName(path))
  const cid = await cidAt(path)
  const { Places } = await rpc<{ Places?: Array<{ Place: string; Problem?: string }> | null }>('name/publish', {
    args: [`/ipfs/${cid}`],
    options: { key: id, 'allow-offline': 'true', ttl: RECORD_TTL, timeout: TIMEOUT }
  })
  const places = (Places ?? []).map(({ Place, Problem }): PublishedPlace => ({ place: Place, problem: Problem }))
  const folder = { id, path, cid, atMs: Date.now(), places }
  await appData({ put: [publishedRow(folder)] })
  announceNews(publishedWords(folder))
  await readPublished()
}

/** The name no longer follows the folder. What was published last stays published until its record expires. */
export async function stopPublishing (folder: PublishedFolder): Promise<void> {
  await perform([folder], {
    doing: words('Removing'),
    job: async ({ id }) => {
      await appData({ remove: [rowKey(id)] })
    },
    undo: () => ({
      done: () => t('“{name}” is no longer followed', { name: folderName(folder.path) }),
      back: async () => {
        await appData({ put: [publishedRow(folder)] })
      }
    }),
    settle: readPublished
  })
}

async function readPublished (): Promise<void> {
  await whenReady()
  const { keys } = await appData({ prefix: PUBLISHED_ROWS })
  const { values } = await appData({ get: keys })
  published.set({ list: keys.flatMap((key, i) => readPublishedRow(key, values[i]) ?? []) })
}

async function makeKey (name: string): Promise<string> {
  const { Keys } = await rpc<{ Keys: Array<{ Name: string }> | null }>('key/ls')
  const free = freeName(name, new Set(Keys?.map(({ Name }) => Name)))
  return (await rpc<{ Id: string }>('key/gen', { args: [free], options: { type: 'ed25519' } })).Id
}

// A name follows its folder when it is moved or renamed.
onMoved(async ({ from, to }) => {
  if (published.value.list == null) {
    await readPublished()
  }
  const moved = published.value.list!.filter(({ path }) => isWithin(path, from))
  if (moved.length > 0) {
    await appData({ put: moved.map((one) => publishedRow({ ...one, path: to + one.path.slice(from.length) })) })
    await readPublished()
  }
})
