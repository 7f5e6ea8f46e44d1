import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReferencedFiles } from '../../blocks/references/referenced-files.ts'
import { startPinningService } from '../http/pinning-service.ts'
import { diskFiles } from '../store/disk-files.ts'
import { startWebFiles } from '../store/web-files.ts'
import { bodyBytes } from './golden-body.ts'
import type { Body, Scenario } from './golden-types.ts'

/** The environment of a scenario's node (golden/README.md, "The node at the start of a scenario"). */
export interface GoldenSurroundings {
  variables: ReadonlyMap<string, string>
  /** files of the folder `root` */
  files: ReferencedFiles | undefined
  stop: () => Promise<void>
}

export async function goldenSurroundings (
  { pinningService, webFiles, hostFiles }: NonNullable<Scenario['setup']> = {}
): Promise<GoldenSurroundings> {
  const variables = new Map<string, string>()
  const stops: Array<() => Promise<void>> = []
  let files: ReferencedFiles | undefined

  if (pinningService === true) {
    const service = await startPinningService()
    variables.set('pinningService', service.url)
    stops.push(service.close)
  }

  if (webFiles != null) {
    const web = await startWebFiles(new Map(fileContents(webFiles)))
    variables.set('web', web.url)
    stops.push(web.close)
  }

  if (hostFiles != null) {
    const root = await mkdtemp(join(tmpdir(), 'swipfs-golden-'))
    variables.set('root', root)
    files = diskFiles(root)
    stops.push(async () => {
      await rm(root, { recursive: true })
    })

    for (const [name, bytes] of fileContents(hostFiles)) {
      await writeFile(join(root, name), bytes)
    }
  }

  return {
    variables,
    files,
    stop: async () => {
      for (const stop of stops) {
        await stop()
      }
    }
  }
}

function fileContents (files: Record<string, Body>): Array<[name: string, bytes: Uint8Array]> {
  return Object.entries(files).map(([name, body]) => [name, bodyBytes(body, new Map())])
}
