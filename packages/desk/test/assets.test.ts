import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { deskAssets } from '../assets/index.js'

const textOf = (body: Uint8Array): string => Buffer.from(body).toString('utf8')
const pageOf = (demo = false) =>
  deskAssets({ demo }).find(({ path }) => path === '/') ?? assert.fail('no page')

describe('the built pages', () => {
  test('exist for every view and reference only existing files', () => {
    const assets = deskAssets()
    const paths = assets.map(({ path }) => path)
    for (const view of [
      '/',
      '/desk/:stream',
      '/items/:stream',
      '/review',
      '/people/:stream',
      '/lab',
      '/new',
      '/join',
    ])
      assert.ok(paths.includes(view), view)
    const named = [...textOf(pageOf().body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    assert.ok(named.length >= 3)
    for (const path of named) assert.ok(paths.includes(path), path)
  })

  test('contain nothing inline and nothing external', () => {
    const page = textOf(pageOf().body)
    assert.doesNotMatch(page, /<style|style=|\son\w+=|https?:/)
    assert.doesNotMatch(page, /<script(?![^>]* src=)/)
  })

  test('bring the typeface and its licence', () => {
    const assets = deskAssets()
    const bodyOf = (pattern: RegExp) => assets.find(({ path }) => pattern.test(path))?.body ?? assert.fail()
    const faces = textOf(bodyOf(/style-\w+\.css$/)).match(/@font-face\{[^}]+\}/g) ?? []
    assert.equal(faces.length, 2)
    for (const face of faces) {
      assert.match(face, /font-display:swap/)
      const file = /url\("?\.\/([^")]+)/.exec(face)?.[1] ?? assert.fail(face)
      assert.ok(assets.some(({ path, type }) => path === `/assets/${file}` && type === 'font/woff2'))
    }
    assert.match(textOf(bodyOf(/inter-licence\.txt$/)), /SIL OPEN FONT LICENSE Version 1\.1/)
  })

  test('have matching compressed copies', () => {
    for (const { path, body, packed } of deskAssets())
      assert.deepEqual(packed && gunzipSync(packed), Buffer.from(body), path)
  })

  test('allow WebAssembly only in the workers that read files', () => {
    const may = deskAssets().flatMap(({ path, wasm }) => (wasm ? [path.replace(/-\w+\.js$/, '')] : []))
    assert.deepEqual(may.sort(), ['/assets/file-worker', '/assets/lab-worker'])
  })

  test('mark the demo page', () => {
    assert.match(textOf(pageOf(true).body), /^<!doctype html>\s*<html data-demo lang="en">/)
    assert.doesNotMatch(textOf(pageOf().body), /data-demo/)
  })
})
