import { expect, it } from 'vitest'
import { contentPaths } from './content-paths.ts'

const A = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const B = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'

it.each([
  [`${A}\n${B}`, [`/ipfs/${A}`, `/ipfs/${B}`]],
  [` ${A} \r\n\r\nipfs://${B}/a\n`, [`/ipfs/${A}`, `/ipfs/${B}/a`]],
  [`${A}, https://dweb.link/ipfs/${B}`, [`/ipfs/${A}`, `/ipfs/${B}`]],
  [`${A} ${A}`, [`/ipfs/${A}`]],
  [`${A}\na word`, undefined],
  ['', undefined],
  [' \n', undefined]
])('finds the content paths in %j', (text, paths) => {
  expect(contentPaths(text)).toEqual(paths)
})
