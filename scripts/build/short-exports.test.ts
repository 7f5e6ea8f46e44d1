import { expect, it } from 'vitest'
import { shortExports } from './short-exports.mjs'

const one = (name: string, value: string): string =>
  `Object.defineProperty(exports,${name},{enumerable:!0,get:function(){return ${value}}})`

it('joins many exports into one call', () => {
  expect(shortExports(`var i=1;${one('"a"', 'i')},${one('`b`', '$t')};`)).toBe(
    'var i=1;swipfsParts.exports(exports,{"a":()=>i,"b":()=>$t});'
  )
})

it('leaves other code unchanged', () => {
  const code =
    `Object.defineProperty(exports,"a",{enumerable:!0,value:i}),Object.defineProperty(other,"a",{enumerable:!0,get:function(){return i}})`
  expect(shortExports(code)).toBe(code)
})
