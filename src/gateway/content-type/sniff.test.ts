import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sniff, SNIFF_BYTES } from './sniff.ts'

const SVG_NS = 'http://www.w3.org/2000/svg'

/** Encodes text with one byte per character. */
function bytesOf (text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

const zeros = (length: number): string => '\0'.repeat(length)
const box = (brand: string): string => `\0\0\0\x20ftyp${brand}${zeros(20)}`
const zipped = (...names: string[]): string =>
  names.map((name) => `PK\x03\x04${zeros(22)}${String.fromCharCode(name.length, 0)}\0\0${name}data`).join('')

// The results of Kubo's library for these bytes, except the charset of HTML, which the gateway drops.
const TABLE: Record<string, Array<[bytes: string, type: string]>> = {
  text: [
    ['', 'text/plain'],
    ['hello world\n', 'text/plain; charset=utf-8'],
    ['gr\xc3\xbc\xc3\x9f dich', 'text/plain; charset=utf-8'],
    ['cut in a character \xc3', 'text/plain; charset=utf-8'],
    ['caf\xe9 ol\xe9\n', 'text/plain; charset=iso-8859-1'],
    ['\x93quoted\x94', 'text/plain'],
    ['\xef\xbb\xbfmarked', 'text/plain; charset=utf-8'],
    ['\xff\xfeh\0i\0', 'text/plain; charset=utf-16le'],
    ['abc\0def', 'application/octet-stream'],
    ['abc\x07def', 'application/octet-stream'],
    ['Hello, world\nthis is, text\nmore of it\n', 'text/plain; charset=utf-8'],
    ['hello <script>alert(1)</script>', 'text/plain; charset=utf-8']
  ],
  html: [
    ['<!DOCTYPE html><p>x', 'text/html'],
    ['  \n<html><body>', 'text/html'],
    ['\xef\xbb\xbf<html>', 'text/html'],
    ['<script>alert(1)</script>', 'text/html'],
    ['<IFRAME src=x>', 'text/html'],
    ['<!-- c --><p>', 'text/html'],
    ['<a href=x>', 'text/html'],
    ['<b>x', 'text/html'],
    ['<br>', 'text/html'],
    ['<p', 'text/plain; charset=utf-8'],
    ['<abbr>', 'text/plain; charset=utf-8'],
    ['<img src=x>', 'text/plain; charset=utf-8']
  ],
  xml: [
    ['<?xml version="1.0"?><a/>', 'text/xml; charset=utf-8'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'text/xml; charset=ISO-8859-1'],
    ['<?xml version="1.0" encoding="x\r\nSet-Cookie: a"?><a/>', 'text/xml; charset=utf-8'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html xmlns="x">', 'application/xhtml+xml'],
    ['<?xml version="1.0"?><rss version="2.0">', 'application/rss+xml'],
    ['<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', 'application/atom+xml'],
    ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">', 'application/vnd.google-earth.kml+xml'],
    ['<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1">', 'application/gpx+xml'],
    ['<root><a/></root>', 'text/plain; charset=utf-8']
  ],
  svg: [
    [`<svg xmlns="${SVG_NS}"></svg>`, 'image/svg+xml'],
    [`<svg xmlns='${SVG_NS}'>`, 'image/svg+xml'],
    [`<svg width="3" xmlns:xlink="x" xmlns = "${SVG_NS}">`, 'image/svg+xml'],
    [`<!-- hi -->\n<svg xmlns="${SVG_NS}">`, 'image/svg+xml'],
    ['<?xml version="1.0"?><svg></svg>', 'image/svg+xml'],
    ['<svg onload=alert(1)>', 'text/plain; charset=utf-8']
  ],
  json: [
    ['{"a":1}', 'application/json'],
    [' [ ]', 'application/json'],
    ['{"a":1}\n{"b":2}\n', 'application/x-ndjson'],
    ['{"a":1}\n2\n', 'application/x-ndjson'],
    ['"text"', 'text/plain; charset=utf-8'],
    ['{"a":', 'text/plain; charset=utf-8'],
    ['{"a":1} x', 'text/plain; charset=utf-8'],
    ['{a:1}', 'text/plain; charset=utf-8']
  ],
  tables: [
    ['a,b\n1,2\n3,4\n', 'text/csv'],
    ['"a,b",c\r\n1,2', 'text/csv'],
    ['# c\na,b\n1,2\n', 'text/csv'],
    ['a\tb\n1\t2\n', 'text/tab-separated-values'],
    ['a,b\n1,2,3\n', 'text/plain; charset=utf-8'],
    ['a,b\n', 'text/plain; charset=utf-8']
  ],
  'other text': [
    ['WEBVTT\n\n00:00', 'text/vtt'],
    ['1\n00:02:16,612 --> 00:02:19,376\nHi\n', 'application/x-subrip'],
    ['{\\rtf1 hi}', 'text/rtf'],
    ['BEGIN:VCARD\nVERSION:3.0\n', 'text/vcard'],
    ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'text/calendar'],
    ['<?php echo 1;', 'text/x-php'],
    ['#!/bin/sh\necho', 'text/x-shellscript'],
    ['#! /bin/bash\n', 'text/x-shellscript'],
    ['#!/usr/bin/env python3\n', 'text/x-python'],
    ['#!/usr/bin/env -S node\n', 'text/javascript'],
    ['#!/usr/bin/perl -w\n', 'text/x-perl'],
    ['#!/usr/bin/fish\n', 'text/plain; charset=utf-8']
  ],
  images: [
    [`\x89PNG\r\n\x1a\n${zeros(30)}`, 'image/png'],
    [`\x89PNG\r\n\x1a\n${zeros(29)}acTL`, 'image/vnd.mozilla.apng'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    [`BM${zeros(12)}\x28\0\0\0${zeros(40)}`, 'image/bmp'],
    ['BM is also how a text may begin', 'text/plain; charset=utf-8'],
    ['\0\0\x01\0\x01\0', 'image/x-icon'],
    ['II*\0', 'image/tiff'],
    [box('avif'), 'image/avif'],
    [box('heic'), 'image/heic'],
    ['\xff\x0a', 'image/jxl']
  ],
  media: [
    [box('isom'), 'video/mp4'],
    [box('M4A '), 'audio/x-m4a'],
    [box('qt  '), 'video/quicktime'],
    [box('3gp4'), 'video/3gpp'],
    [box('3g2a'), 'video/3gpp2'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
    ['abcdftypisom is text', 'text/plain; charset=utf-8'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87', 'video/webm'],
    ['\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska\x42', 'video/x-matroska'],
    ['ID3\x03\0', 'audio/mpeg'],
    ['\xff\xfb\x90\0', 'audio/mpeg'],
    ['\xff\xf1\x50', 'audio/aac'],
    ['fLaC\0\0\0\x22', 'audio/flac'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'audio/wav'],
    ['RIFF\x10\0\0\0AVI LIST\0', 'video/x-msvideo'],
    [`OggS\0${zeros(23)}\x01vorbis${zeros(9)}`, 'audio/ogg'],
    [`OggS\0${zeros(23)}\x80theora${zeros(9)}`, 'video/ogg'],
    ['#EXTM3U\n', 'application/vnd.apple.mpegurl']
  ],
  archives: [
    [zipped('a.txt'), 'application/zip'],
    [
      zipped('[Content_Types].xml', '_rels/.rels', 'word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    ],
    [zipped('a', 'word/x'), 'application/zip'],
    [zipped('META-INF/MANIFEST.MF', 'a.class'), 'application/java-archive'],
    [zipped('AndroidManifest.xml'), 'application/vnd.android.package-archive'],
    [`PK\x03\x04${zeros(26)}mimetypeapplication/epub+zipPK`, 'application/epub+zip'],
    ['\x1f\x8b\x08', 'application/gzip'],
    ['BZh91AY', 'application/x-bzip2'],
    ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
    ['\x28\xb5\x2f\xfd', 'application/zstd']
  ],
  others: [
    ['%PDF-1.4\n', 'application/pdf'],
    ['junk\n%PDF-1.7', 'application/pdf'],
    ['\0asm\x01\0\0\0', 'application/wasm'],
    ['wOF2\0\x01', 'font/woff2'],
    [`\0\x01\0\0\0\x10${zeros(6)}cmap`, 'font/ttf'],
    ['SQLite format 3\0', 'application/vnd.sqlite3'],
    ['\x7fELF\x02\x01', 'application/x-elf'],
    ['\x01\x02\x03\x04', 'application/octet-stream']
  ]
}

describe.each(Object.entries(TABLE))('%s', (_, rows) => {
  it.each(rows)('%j is %s', (text, type) => {
    expect(sniff(bytesOf(text), true)).toBe(type)
  })
})

it('a tar is recognized by its checksum', () => {
  const header = new Uint8Array(512)
  header.set(bytesOf('name'))
  header.set(bytesOf('0000000\0'), 100)
  const sum = header.reduce((sum, byte) => sum + byte, 0) + 8 * 0x20
  header.set(bytesOf(sum.toString(8).padStart(6, '0') + '\0 '), 148)
  expect(sniff(header, true)).toBe('application/x-tar')
  header[0]++
  expect(sniff(header, true)).toBe('application/octet-stream')
})

it('truncated bytes are treated as the start of a longer file', () => {
  const long = `[${'{"k":1},'.repeat(1000)}1]`
  expect(sniff(bytesOf(long), true)).toBe('application/json')
  expect(sniff(bytesOf(long.slice(0, 100)), false)).toBe('application/json')
  expect(sniff(bytesOf('{"a":1}\n{"b":'), false)).toBe('application/x-ndjson')
  expect(sniff(bytesOf('a,b\n1,2\n3'), false)).toBe('text/csv')
})

it('returns a well-formed type for any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: SNIFF_BYTES + 100 }), fc.boolean(), (bytes, whole) => {
    expect(sniff(bytes, whole)).toMatch(/^[a-z]+\/[\w.+-]+(; charset=[\w.:-]+)?$/)
  }))
})

it('terminates for text with pathological backtracking', () => {
  for (const text of ['<!--', '<svg ', '<?xml ', '{"a":[', '"a",', '<!-- --', '\\"', '<svg xmlns= ']) {
    // A pattern with catastrophic backtracking would exceed the timeout of the test.
    expect(sniff(bytesOf(text.repeat(1000)), true)).toContain('/')
    expect(sniff(bytesOf(`<svg ${text.repeat(1000)}`), true)).toContain('/')
  }
})
