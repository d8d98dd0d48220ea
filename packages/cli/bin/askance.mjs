#!/usr/bin/env node
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Node 22 and newer keep the compiled code for the next run; here, because others may write to the default folder.
const { NODE_COMPILE_CACHE, XDG_CACHE_HOME, HOME } = process.env
const folder = join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'askance', 'compiled')
module.enableCompileCache?.(NODE_COMPILE_CACHE || folder)
await import('../dist/bundle/main.js')
