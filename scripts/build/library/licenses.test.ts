import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { licenseTexts } from './licenses.mjs'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'licenses-'))
})

afterEach(async () => {
  await rm(dir, { recursive: true })
})

async function makePackage (
  manifest: { name: string; [key: string]: unknown },
  files: Record<string, string> = {}
): Promise<string> {
  const folder = path.join(dir, manifest.name)
  await mkdir(folder)
  const all = { ...files, 'package.json': JSON.stringify({ version: '1.0.0', ...manifest }) }
  await Promise.all(
    Object.entries(all).map(async ([name, text]) => {
      await writeFile(path.join(folder, name), text)
    })
  )
  return folder
}

describe('the licences of bundled packages', () => {
  it('contain one copy of each text, and the copyright lines of each package', async () => {
    const text = await licenseTexts([
      await makePackage({ name: 'alpha', license: 'MIT' }, {
        LICENSE: 'MIT License\n\nCopyright (c) 2020 Ada\n\nPermission …'
      }),
      await makePackage({ name: 'beta', license: 'Apache-2.0 OR MIT', author: 'Bea <bea@example.org>' }),
      await makePackage({ name: 'gamma', license: 'MIT' })
    ])

    expect(text).toContain('alpha 1.0.0\n\nCopyright (c) 2020 Ada\n\nLicence: MIT. The text is below.')
    expect(text).toContain('beta 1.0.0\n\nCopyright (c) Bea <bea@example.org>\n\nLicence: Apache-2.0 OR MIT.')
    expect(text).toContain('gamma 1.0.0\n\nCopyright (c) the contributors of gamma')
    expect(text.match(/Permission is hereby granted, free of charge/g)).toHaveLength(1)
    expect(text).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION')
  })

  it('contain notices, and the text of a licence that is not on the SPDX list', async () => {
    const text = await licenseTexts([
      await makePackage({ name: 'alpha', license: 'Apache-2.0' }, { NOTICE: 'This product includes alpha.' }),
      await makePackage({ name: 'beta', license: 'SEE LICENSE IN LICENSE' }, { LICENSE: 'Do what is right.' })
    ])

    expect(text).toContain('This product includes alpha.')
    expect(text).toContain('Do what is right.')
  })

  it('throw for a package without a licence', async () => {
    const folders = [await makePackage({ name: 'alpha', license: 'MIT' }), await makePackage({ name: 'secret' })]

    await expect(licenseTexts(folders)).rejects.toThrow('no licence is known of secret 1.0.0')
  })
})
