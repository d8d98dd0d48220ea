import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { deskAssets } from '../assets/index.js'

const textOf = (body: Uint8Array): string => Buffer.from(body).toString('utf8')
const pageOf = (demo: boolean) =>
  deskAssets({ demo }).find(({ path }) => path === '/') ?? assert.fail('no page')

describe('the built pages', () => {
  test('are there under the address of each view, and name only files that are there', () => {
    const assets = deskAssets()
    const paths = assets.map(({ path }) => path)
    for (const view of ['/', '/desk/:stream', '/dashboard/:stream', '/lab', '/new', '/sign-in'])
      assert.ok(paths.includes(view), view)
    const named = [...textOf(pageOf(false).body).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    assert.ok(named.length >= 3)
    for (const path of named) assert.ok(paths.includes(path), path)
  })

  test('hold nothing inline, and nothing from elsewhere', () => {
    const page = textOf(pageOf(false).body)
    assert.doesNotMatch(page, /<style|style=|\son\w+=|https?:/)
    assert.doesNotMatch(page, /<script(?![^>]* src=)/)
  })

  test('are packed as they are', () => {
    for (const { path, body, packed } of deskAssets())
      assert.deepEqual(packed && gunzipSync(packed), Buffer.from(body), path)
  })

  test('only the engine of the lab runs WebAssembly', () => {
    const may = deskAssets().filter(({ wasm }) => wasm)
    assert.equal(may.length, 1)
    assert.match(may[0]?.path ?? '', /^\/assets\/lab-worker-/)
  })

  test('say when they show a demonstration', () => {
    assert.match(textOf(pageOf(true).body), /^<!doctype html>\s*<html data-demo lang="en">/)
    assert.doesNotMatch(textOf(pageOf(false).body), /data-demo/)
  })
})
