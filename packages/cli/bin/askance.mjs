#!/usr/bin/env node
import module from 'node:module'
import { compileCache } from './compile-cache.mjs'

// Node 22 and newer keep the compiled code for the next run. Node itself heeds NODE_COMPILE_CACHE.
const folder =
  process.env.NODE_COMPILE_CACHE || !module.enableCompileCache ? undefined : compileCache(process.env)
if (folder !== undefined) module.enableCompileCache(folder)
await import('../dist/bundle/main.js')
