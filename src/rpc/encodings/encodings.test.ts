import { describe, expect, test } from 'vitest'
import { command } from '../command/command.ts'
import type { Context } from '../command/context.ts'
import { CommandError, ERROR_CODES } from '../command/errors.ts'
import { outputShape } from '../command/output.ts'
import { encodingByName } from './encodings.ts'
import type { Encoding } from './encodings.ts'

const described = command({
  help: { tagline: 'Do.' },
  output: outputShape('Thing', 'Name:string Size:int64 Tags?:list Done?:bool')
})
const plain = command({ help: { tagline: 'Do.' } })
const withText = command({
  help: { tagline: 'Do.' },
  output: outputShape('Thing', 'Name:string'),
  run: () => ({ kind: 'once', value: { Name: '' } }),
  text: ({ Name }) => `<${Name}>`
})

function encodeValue (name: string, value: unknown, of = described): string {
  return (encodingByName(name) as Encoding).value(value, of, {}, {} as Context)
}

const VALUE = { Done: false, Size: 5n, Name: 'a&b' }

describe('a value', () => {
  test('in JSON has the order of its type, and ends its line', () => {
    expect(encodeValue('json', VALUE)).toBe('{"Name":"a\\u0026b","Size":5}\n')
    expect(encodeValue('json', { Size: 1, Name: '', Tags: ['x'], Done: true, Other: 1 })).toBe(
      '{"Name":"","Size":1,"Tags":["x"],"Done":true}\n'
    )
    expect(encodeValue('json', { Name: 'a' })).toBe('{"Name":"a","Size":null}\n')
    expect(encodeValue('json', [1], plain)).toBe('[1]\n')
  })

  test('in text is that of the command, or what Go prints', () => {
    expect(encodeValue('text', { Name: 'x' }, withText)).toBe('<x>')
    expect(encodeValue('text', VALUE)).toBe('&{a&b %!s(int64=5) [] %!s(bool=false)}')
    expect(encodeValue('text', [{ Name: 'x', Size: 1 }, { Name: 'y', Size: 2, Tags: ['t', 'u'] }])).toBe(
      '[{x %!s(int64=1) [] %!s(bool=false)} {y %!s(int64=2) [t u] %!s(bool=false)}]'
    )
    expect(
      encodeValue(
        'text',
        { Name: 'x' },
        command({ help: { tagline: 'Do.' }, output: outputShape('Kept', 'Keys?:map[string]pin.Type Name:string') })
      )
    ).toBe('&{map[] x}')
    expect(
      encodeValue(
        'text',
        { Key: { Name: 'b', Id: 'a' }, Valid: true },
        command({ help: { tagline: 'Do.' }, output: outputShape('Checked', 'Key:object Valid:bool') })
      )
    ).toBe('&{{b a} %!s(bool=true)}')
    expect(encodeValue('text', { b: 'x', a: true }, plain)).toBe('map[a:%!s(bool=true) b:x]')
  })

  test('in textnl and octet-stream is what Go prints, whatever text the command has', () => {
    expect(encodeValue('textnl', { Name: 'x' }, withText)).toBe('&{x}\n')
    expect(encodeValue('octet-stream', { Name: 'x' }, withText)).toBe('&{x}')
  })

  test('in XML is an element a field', () => {
    expect(encodeValue('xml', { Name: '<a&"b\'>\n', Size: 1, Tags: ['t', 'u'] })).toBe(
      '<Thing><Name>&lt;a&amp;&#34;b&#39;&gt;&#xA;</Name><Size>1</Size><Tags>t</Tags><Tags>u</Tags><Done>' +
        'false</Done></Thing>'
    )
    expect(encodeValue('xml', [{ Name: 'a' }, { Name: 'b' }], withText)).toBe(
      '<Thing><Name>a</Name></Thing><Thing><Name>b</Name></Thing>'
    )
    expect(encodeValue('xml', { Name: 'a', Size: 1, Tags: [{ Cid: { '/': 'bafk' }, Names: ['b', 'c'], None: [] }] }))
      .toBe(
        '<Thing><Name>a</Name><Size>1</Size><Tags><Cid>bafk</Cid><Names>b</Names><Names>c</Names></Tags>' +
          '<Done>false</Done></Thing>'
      )
    expect(
      encodeValue('xml', {
        Name: 'a',
        Size: 1,
        Tags: [{ next_at: 'b', none: null, Identify: { ID: '', Addresses: null } }]
      })
    ).toBe(
      '<Thing><Name>a</Name><Size>1</Size><Tags><NextAt>b</NextAt><Identify><ID></ID></Identify></Tags><Done>' +
        'false</Done></Thing>'
    )
    expect(
      encodeValue(
        'xml',
        { Type: 2, ID: 'x', Rows: ['r'] },
        command({
          help: { tagline: 'Do.' },
          output: outputShape(
            'Event',
            'Rows:list ID:string Type:int',
            'ID:string Type:int RowsArray=Rows:list Extra:string'
          )
        })
      )
    ).toBe('<Event><ID>x</ID><Type>2</Type><RowsArray>r</RowsArray><Extra></Extra></Event>')
    expect(
      encodeValue(
        'xml',
        { deleted: 1 },
        command({ help: { tagline: 'Do.' }, output: outputShape('resetResult', 'deleted:int64') })
      )
    ).toBe('<resetResult><Deleted>1</Deleted></resetResult>')
    expect(encodeValue('xml', { Name: 'a\0\u001b\ufffe\ud800b😀' }, withText)).toBe(
      '<Thing><Name>a\ufffd\ufffd\ufffd\ufffdb😀</Name></Thing>'
    )
    expect(() =>
      encodeValue(
        'xml',
        { Keys: { a: 1 } },
        command({ help: { tagline: 'Do.' }, output: outputShape('Kept', 'Keys?:map[string]pin.Type') })
      )
    ).toThrow('xml: unsupported type: map[string]pin.Type')
    // A map is an error even if it is nil.
    expect(() =>
      encodeValue(
        'xml',
        { Name: 'a' },
        command({ help: { tagline: 'Do.' }, output: outputShape('Kept', 'Keys?:map[string]any Name:string') })
      )
    ).toThrow('xml: unsupported type: map[string]interface {}')
    expect(encodeValue('xml', 0, plain)).toBe('<int>0</int>')
    expect(() => encodeValue('xml', { a: 1 }, plain)).toThrow('xml: unsupported type: map[string]interface {}')
  })
})

describe('a struct in XML', () => {
  const nested = command({
    help: { tagline: 'Do.' },
    output: outputShape(
      'Infos',
      'peers:list',
      'Peers=peers:[]{Addr:string Seen:*time At:time Mode:octal Streams=streams:[]{Protocol:string} ' +
        'Identify:{ID:string Addresses:[]string N:int} Any:any Key:cid.Cid Rate:float64}'
    )
  })

  // The output of Go 1.26 for equal structs.
  test('has the zeros of its fields, at every depth', () => {
    expect(encodeValue('xml', { peers: [{ Addr: 'a' }] }, nested)).toBe(
      '<Infos><Peers><Addr>a</Addr><At>0001-01-01T00:00:00Z</At><Mode>0</Mode><Identify><ID></ID><N>0</N>' +
        '</Identify><Key>b</Key><Rate>0</Rate></Peers></Infos>'
    )
    expect(encodeValue('xml', { peers: null }, nested)).toBe('<Infos></Infos>')
  })

  test('has its values by their types', () => {
    const peer = {
      Addr: '<',
      Seen: '2020-01-01T00:00:00Z',
      Mode: '0600',
      streams: [{ Protocol: 'x' }, {}],
      Identify: { Addresses: ['b', 'c'], N: 2 },
      Any: ['s', true, 1e6],
      Key: { '/': 'bafk' },
      Rate: 1234567.8
    }
    expect(encodeValue('xml', { peers: [peer] }, nested)).toBe(
      '<Infos><Peers><Addr>&lt;</Addr><Seen>2020-01-01T00:00:00Z</Seen><At>0001-01-01T00:00:00Z</At><Mode>' +
        '384</Mode><Streams><Protocol>x</Protocol></Streams><Streams><Protocol></Protocol></Streams>' +
        '<Identify><ID></ID><Addresses>b</Addresses><Addresses>c</Addresses><N>2</N></Identify><Any>s</Any>' +
        '<Any>true</Any><Any>1e+06</Any><Key>bafk</Key><Rate>1.2345678e+06</Rate></Peers></Infos>'
    )
    expect(() => encodeValue('xml', { peers: [{ Any: {} }] }, nested)).toThrow(
      'xml: unsupported type: map[string]interface {}'
    )
  })

  test.each<[number, string]>([
    [0, '0'],
    [999999, '999999'],
    [1e6, '1e+06'],
    [1e21, '1e+21'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [-1e6, '-1e+06']
  ])('writes the float %d as %s', (Rate, text) => {
    expect(
      encodeValue('xml', { Rate }, command({ help: { tagline: 'Do.' }, output: outputShape('R', 'Rate:float64') }))
    )
      .toBe(
        `<R><Rate>${text}</Rate></R>`
      )
  })
})

test.each([
  ['json', 'application/json', '{"Message":"a \\u003c b","Code":1,"Type":"error"}\n'],
  ['text', 'text/plain', 'a < b'],
  ['textnl', 'text/plain', 'a < b\n'],
  ['xml', 'application/xml', '<Error><Message>a &lt; b</Message><Code>1</Code></Error>'],
  ['octet-stream', 'application/octet-stream', 'a < b']
])('an error in %s', (name, mime, text) => {
  const encoding = encodingByName(name) as Encoding
  expect(encoding.mime).toBe(mime)
  expect(encoding.error(new CommandError('a < b', ERROR_CODES.client))).toBe(text)
})

test.each(['', 'protobuf', 'constructor'])('there is no encoding %j', (name) => {
  expect(encodingByName(name)).toBeUndefined()
})
