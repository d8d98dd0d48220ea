#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.mjs'

// Node 22 and newer keep the compiled code for the next run. Node itself heeds NODE_COMPILE_CACHE.
const folder =
  process.env.NODE_COMPILE_CACHE || !module.enableCompileCache ? undefined : compileCache(process.env)
if (folder !== undefined) module.enableCompileCache(folder)
// In a clone of the repository, the first command builds.
const setup = new URL('../../../scripts/setup.mjs', import.meta.url)
const bundle = new URL('../dist/bundle/main.js', import.meta.url)
if (!existsSync(bundle) && existsSync(setup)) {
  const { spawnSync } = await import('node:child_process')
  const { status } = spawnSync(process.execPath, [fileURLToPath(setup)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import(bundle.href)
